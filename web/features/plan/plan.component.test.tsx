import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChangePlanPart, Plan } from '#contract/account/plan.ts';
import type { Asks, FriendAsk } from '#contract/asks.ts';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const FRIENDS = [friend('Grace', 'Hopper', { phonenumber: '+14155550100' }), friend('Sam', 'Vimes')];

test('a part is written, shown to one friend, and changed; who reads it and whom to ask stand below', async () => {
  const sent: ChangePlanPart[] = [];
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': { parts: [] } satisfies Plan,
    'PUT /api/users/ada/plan': (body: ChangePlanPart) => {
      sent.push(body);
      return Response.json({ parts: [body] } satisfies Plan);
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(6);
  await expect.element(page.getByText('A walk, music, a warm shower.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Print' }).elements()).toEqual([]);

  await page.getByRole('button', { name: 'Write Who I can ask' }).click();
  const words = page.getByRole('textbox', { name: 'Who I can ask' });
  await expect.element(words).toHaveFocus();
  await words.fill('My sister');
  await page.getByLabelText('Sam Vimes').click();
  await page.getByLabelText('These friends').click();
  await page.getByLabelText('Grace Hopper').nth(1).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const change = page.getByRole('button', { name: 'Change Who I can ask' });
  await expect.element(change).toHaveFocus();
  expect(sent).toEqual([{ part: 'friends', words: 'My sister', contacts: ['sam'], readers: ['grace'] }]);
  await expect.element(page.getByText('Grace may read this.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sam Vimes' })).toHaveAttribute('href', '/chat/sam');
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();

  await change.click();
  await expect.element(page.getByLabelText('These friends')).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(change).toHaveFocus();
});

test('words that cannot be read any more say so, and can be written again', async () => {
  const parts = [{ part: 'alone' as const, words: null, contacts: [], readers: [] }];
  openApp('/plan', FRIENDS, { 'GET /api/users/ada/plan': { parts } satisfies Plan });
  await expect.element(page.getByText('These words can’t be read any more. Please write them again.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Change What helps me alone' })).toBeVisible();
});

const ask: FriendAsk = {
  ...{ id: 'ask', uid: 'grace', level: 'Purple', calledAt: Date.now(), worseAt: null, againAt: null, help: null },
  ...{ note: null, helpersWanted: 1, onIt: 0, names: [], handedOverAt: null, hasPlan: true, closed: null },
  ...{ answer: 'yes', answeredAt: Date.now(), laterAt: null, hasReached: false, showName: false },
};

test.each([
  ['/circles', 'What helps Grace'],
  ['/chat/grace', 'How to help'],
])('who has said yes reads at %s, behind ‘%s’, what helps the friend', async (address, button) => {
  let parts = [{ part: 'alone', words: 'A walk\nby the river' }];
  openApp(address, [friend('Grace', 'Hopper', { mood: 'Purple' })], {
    'GET /api/asks': { mine: null, friends: [ask], undone: null } satisfies Asks,
    'GET /api/asks/ask/plan': () => Response.json({ parts }),
  });
  const opener = page.getByRole('button', { name: button });
  await opener.click();
  await expect.element(page.getByText('What helps me alone')).toBeVisible();
  await expect.element(page.getByText('A walk by the river')).toBeVisible();
  parts = [];
  await page.getByRole('heading', { level: 1 }).click({ force: true });
  await opener.click();
  await expect.element(page.getByText('This is not shared any more.')).toBeVisible();
});
