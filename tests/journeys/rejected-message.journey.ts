import { connected, expect, test } from '#tests/support/browser/journey.ts';

test('a refused message returns to the input, before text that was typed meanwhile', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  // Delays Ada's message until she has typed more.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await ada.page.routeWebSocket('**/api/live', (browser) => {
    const server = browser.connectToServer();
    browser.onMessage(async (frame) => {
      if (String(frame).includes('"send"')) await released;
      server.send(frame);
    });
  });
  await ada.opensChatWith(grace);
  await ada.says('Too late');
  await expect(ada.messages.last()).toHaveText('You: Too late');
  await ada.messageBox.pressSequentially('And one more thing');
  await app.sql('delete from connections where owner = $1 or other = $1', [ada.uid]);
  release();

  await expect(ada.messageBox).toHaveValue('Too late\nAnd one more thing');
  await expect(ada.page.getByText('You are not connected with this person.')).toBeVisible();
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
  expect(await app.sql("select from messages where sender = $1 and content = 'Too late'", [ada.uid])).toEqual([]);
});

test('a message over the limit returns to the input, with the reason', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  // Journeys run without limits, so the test gives the server's answer.
  const words = 'You can send 60 messages a minute. Please wait a moment.';
  await ada.page.routeWebSocket('**/api/live', (browser) => {
    const server = browser.connectToServer();
    browser.onMessage((frame) => {
      const { type, id } = JSON.parse(String(frame));
      if (type === 'send')
        browser.send(JSON.stringify({ type: 'rejected', id, error: { code: 'too_many', message: words } }));
      else server.send(frame);
    });
  });
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('One too many');
  await ada.page.getByRole('button', { name: 'Send' }).click();

  await expect(ada.page.getByText(words)).toBeVisible();
  await expect(ada.messageBox).toHaveValue('One too many');
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
});
