import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { friend, openApp, sentFrames } from '#tests/support/components/open-app.tsx';

const log = page.getByRole('log');
const box = page.getByLabelText('Your message');
const typing = page.getByText('Grace is typing…');

/** Opens the chat with Grace. Its late code is there when photos can be added. @returns tells the app what happens */
async function opensChat() {
  const tell = openApp('/chat/grace', [friend('Grace', 'Hopper')]);
  await expect.element(page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  return tell;
}

const sent = () => sentFrames.flatMap((frame) => (frame.type === 'send' ? [frame] : []));

test('refused messages return to the input, before text that was typed meanwhile', async () => {
  const tell = await opensChat();
  for (const words of ['Too late', 'By a day']) {
    await box.fill(words);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(log.getByText(`You: ${words}`)).toBeVisible();
  }
  await box.fill('And one more thing');
  const error = { code: 'not_connected', message: 'You are not connected with this person.' } as const;
  for (const count of [1, 2]) {
    await expect.poll(sent).toHaveLength(count);
    await tell({ type: 'rejected', id: sent().at(-1)!.id, error });
  }
  await expect.element(box).toHaveValue('Too late\nBy a day\nAnd one more thing');
  await expect.element(page.getByText(error.message)).toBeVisible();
  expect(log.getByText('You: ').elements()).toEqual([]);
});

test('the other learns that somebody types', async () => {
  await opensChat();
  await box.click();
  await userEvent.keyboard('o');
  await expect.poll(() => sentFrames).toContainEqual({ type: 'typing', to: 'grace', isTyping: true });
});

test('that the other types is shown below the messages, without an announcement, until it ends', async () => {
  const tell = await opensChat();
  const types = async (isTyping: boolean) => tell({ type: 'typing', uid: 'grace', isTyping });
  await types(true);
  expect((await typing.findElement()).closest('[aria-live], [role="status"], [role="log"]')).toBeNull();
  await types(false);
  await expect.element(typing).not.toBeInTheDocument();

  await types(true);
  await expect.element(typing).toBeVisible();
  const message = { id: crypto.randomUUID(), seq: 1, sender: 'grace', receiver: 'ada', content: 'Hello' };
  await tell({ type: 'message', message: { ...message, timestamp: Date.now(), read: false } });
  await expect.element(typing).not.toBeInTheDocument();

  // By itself after five seconds.
  await types(true);
  await expect.element(typing).toBeVisible();
  await expect.element(typing).not.toBeInTheDocument();
});
