import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';

/** A list has only its visible items in the document: this height shows all of them. */
const TALL = { viewport: { width: 1280, height: 2000 } };

test('messages and read marks appear in the other browser without a reload', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await grace.opensChatWith(ada);

  await ada.says('Coffee tomorrow?');
  await grace.says('Yes!\nAt nine?');
  await expect(ada.messages.last()).toHaveText('Grace: Yes! At nine?');
  await ada.says('  Nine it is <3  ');
  const greeting = 'Hey 👋 how are you doing today?';
  await expect(grace.messages).toHaveText([
    `Ada: ${greeting}`,
    'Ada: Coffee tomorrow?',
    'You: Yes! At nine?',
    'Ada: Nine it is <3',
  ]);
  await expect(ada.messages).toHaveText([
    `You: ${greeting}`,
    'You: Coffee tomorrow?',
    'Grace: Yes! At nine?',
    'You: Nine it is <3',
  ]);
  await expect(ada.page.getByRole('log').getByText('Read', { exact: true })).toHaveCount(3);
  await expect(ada.page.getByRole('log').getByText('On its way')).toBeHidden();
});

test('messages that two people write at the same moment have one order for both', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', TALL);
  const grace = await signUp('Grace', 'Hopper', TALL);
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await grace.opensChatWith(ada);
  const writes = async (person: Person) => {
    for (const number of [1, 2, 3, 4, 5]) await person.says(`${person.firstname} ${number}`);
  };
  await Promise.all([writes(ada), writes(grace)]);

  for (const person of [ada, grace]) {
    await expect(person.messages).toHaveCount(11);
    await expect(person.page.getByRole('log').getByText('On its way')).toBeHidden();
  }
  const order = async (person: Person) =>
    (await person.messages.allTextContents()).map((text) => text.replace(/^\w+: /, ''));
  expect(await order(ada)).toEqual(await order(grace));
  expect((await order(ada)).filter((text) => text.startsWith('Ada'))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Ada ${number}`),
  );
});

test('a message that was written in one tab appears in the other', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  const otherTab = await ada.context.newPage();
  await otherTab.goto(`/chat/${grace.uid}`);
  await ada.opensChatWith(grace);
  await ada.says('From the first tab');
  await expect(otherTab.getByRole('log').getByText('You: From the first tab')).toHaveCount(1);
  await expect(otherTab.getByRole('log').getByText('On its way')).toBeHidden();
});

test('letters typed after a chat was opened go into its input', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.goesTo('/cares');
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await ada.rowOf(grace).click();
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeFocused();
  await expect(ada.page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  await ada.page.keyboard.press('Control+ ');
  await ada.page.keyboard.type('Hello, Grace');
  await expect(ada.messageBox).toHaveValue('Hello, Grace');
  await expect(ada.messageBox).toBeFocused();
});
