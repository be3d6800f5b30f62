import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const main = page.getByRole('main');
const box = page.getByPlaceholder('Type your message...');

test.each([
  ['of a stranger', 'grace', 'You’re not connected with this person.'],
  ['of nobody', '00000000-0000-0000-0000-000000000000', 'You’re not connected with this person.'],
  ['of oneself', 'ADA', 'This one is you.'],
])('a chat address %s says why there is no chat, and leads on', async (_, uid, why) => {
  openApp(`/chat/${uid}`);
  await expect.element(main.getByRole('heading', { level: 1, name: 'There is no such chat' })).toBeVisible();
  await expect.element(main.getByText(why)).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
  await expect
    .element(main.getByRole('link', { name: 'Find people to connect with' }))
    .toHaveAttribute('href', '/connect');
  await main.getByRole('link', { name: 'Go to your chats' }).click();
  await expect.poll(() => location.pathname).toBe('/cares');
});

test('capitals in a chat address do not matter', async () => {
  openApp('/chat/GRACE', [friend('Grace', 'Hopper')]);
  await expect.element(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await box.fill('In capitals');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('log').getByText('You: In capitals')).toBeVisible();
});
