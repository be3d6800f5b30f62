import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('messages and read marks appear in the other browser', {
  tag: ['@core', '@firefox'],
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await grace.goesTo('/cares');
  await ada.opensChatWith(grace);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeFocused();
  await expect(ada.page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  // Letters that are typed then go into the input.
  await ada.page.keyboard.press('Control+ ');
  await ada.page.keyboard.type('Hello, Grace');
  await expect(ada.messageBox).toHaveValue('Hello, Grace');
  await expect(ada.messageBox).toBeFocused();
  await ada.says('Coffee tomorrow?');
  await expect(grace.rowOf(ada)).toContainText('2 unread messages');
  const states = ada.page.getByRole('log');
  await expect(states.getByText('Sent', { exact: true })).toHaveCount(2);
  await expect(states.getByText('Read', { exact: true })).toBeHidden();
  const shapes = () => states.locator('svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const whenSent = await shapes();

  await grace.page.bringToFront();
  await grace.rowOf(ada).click();
  await expect(states.getByText('Read', { exact: true })).toHaveCount(2);
  await expect(states.getByText('Sent', { exact: true })).toBeHidden();
  // The signs differ in shape, not in colour alone.
  expect(whenSent).toHaveLength(2);
  for (const shape of await shapes()) expect(whenSent).not.toContain(shape);
  await expect(grace.rowOf(ada)).not.toContainText('unread');
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
  await expect(states.getByText('Read', { exact: true })).toHaveCount(3);
  await expect(states.getByText('On its way')).toBeHidden();
});

test('refused messages return to the input, before text that was typed meanwhile', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  // Delays Ada's message until she has typed more.
  const typed = Promise.withResolvers<void>();
  await ada.page.routeWebSocket('**/api/live', (browser) => {
    const server = browser.connectToServer();
    browser.onMessage(async (frame) => {
      if (String(frame).includes('"send"')) await typed.promise;
      server.send(frame);
    });
  });
  await ada.opensChatWith(grace);
  for (const words of ['Too late', 'By a day']) await ada.says(words);
  await expect(ada.messages.last()).toHaveText('You: By a day');
  await ada.messageBox.pressSequentially('And one more thing');
  await app.sql('delete from connections where owner = $1 or other = $1', [ada.uid]);
  typed.resolve();

  await expect(ada.messageBox).toHaveValue('Too late\nBy a day\nAnd one more thing');
  await expect(ada.page.getByText('You are not connected with this person.')).toBeVisible();
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
  expect(await app.sql("select from messages where sender = $1 and content = 'Too late'", [ada.uid])).toEqual([]);
});
