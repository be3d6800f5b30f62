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
