import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChangePlanPart, Plan } from '#contract/account/plan.ts';
import type { Asks, FriendAsk } from '#contract/asks.ts';
import type { ChosenMood } from '#contract/views.ts';
import * as t from '#language';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const FRIENDS = [friend('Grace', 'Hopper', { phonenumber: '+14155550100' }), friend('Sam', 'Vimes')];

test('a part is written, shown to one friend, and changed; who reads it and whom to ask stand below', async () => {
  const sent: ChangePlanPart[] = [];
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': { parts: [] } satisfies Plan,
    'PUT /api/users/ada/plan': (body: ChangePlanPart) => {
      sent.push(body);
      return Response.json({ parts: [{ ...body, changedAt: 1 }] } satisfies Plan);
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
  await expect.element(page.getByText('A walk, music, a warm shower.')).toBeVisible();
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(6);
  expect(page.getByRole('button', { name: 'Print' }).elements()).toEqual([]);

  await page.getByRole('button', { name: 'Write Who I can ask' }).click();
  const words = page.getByRole('textbox', { name: 'Who I can ask' });
  await expect.element(words).toHaveFocus();
  await words.fill('My sister');
  await page.getByLabelText('Sam Vimes').click();
  await page.getByLabelText('These friends').click();
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(page.getByText('Choose at least one friend.')).toBeVisible();
  await page.getByLabelText('Grace Hopper').nth(1).click();
  await save.click();
  const change = page.getByRole('button', { name: 'Change Who I can ask' });
  await expect.element(change).toHaveFocus();
  expect(sent).toEqual([{ part: 'friends', words: 'My sister', contacts: ['sam'], readers: ['grace'], basedOn: null }]);
  await expect.element(page.getByText('Grace may read this.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sam Vimes' })).toHaveAttribute('href', '/chat/sam');
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();

  await change.click();
  await expect.element(page.getByLabelText('These friends')).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(change).toHaveFocus();
});

test('unsaved words stay while another part is saved, and on other screens', async () => {
  let answer: (answer: Response) => void = () => {};
  const stored: Plan = { parts: [{ part: 'alone', words: 'A walk', contacts: [], readers: [], changedAt: 1 }] };
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': { parts: [] } satisfies Plan,
    'PUT /api/users/ada/plan': () => new Promise<Response>((resolve) => (answer = resolve)),
  });
  await page.getByRole('button', { name: 'Write What helps me alone' }).click();
  await page.getByRole('textbox', { name: 'What helps me alone' }).fill('A walk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Write How I notice it' }).click();
  const signs = page.getByRole('textbox', { name: 'How I notice it' });
  await expect.element(signs).toHaveFocus();
  expect(page.getByText('Who may read this').elements()).toHaveLength(1);
  await signs.fill('I sleep badly');
  answer(Response.json(stored));
  await expect.element(page.getByRole('button', { name: 'Change What helps me alone' })).toBeVisible();
  await expect.element(signs).toHaveValue('I sleep badly');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Circle' })).toBeVisible();
  window.history.back();
  await expect.element(signs).toHaveValue('I sleep badly');
});

test('words that are written during a save stay, and are saved in place of it', async () => {
  let answer: (answer: Response) => void = () => {};
  const bases: (number | null)[] = [];
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': { parts: [] } satisfies Plan,
    'PUT /api/users/ada/plan': ({ basedOn }: ChangePlanPart) => {
      bases.push(basedOn);
      return new Promise<Response>((resolve) => (answer = resolve));
    },
  });
  await page.getByRole('button', { name: 'Write What helps me alone' }).click();
  const words = page.getByRole('textbox', { name: 'What helps me alone' });
  await words.fill('A walk');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await words.fill('A long walk');
  const part = { part: 'alone' as const, words: 'A walk', contacts: [], readers: [], changedAt: 7 };
  answer(Response.json({ parts: [part] } satisfies Plan));
  await expect.element(save).toHaveAttribute('aria-disabled', 'false');
  await expect.element(words).toHaveValue('A long walk');
  await save.click();
  await expect.poll(() => bases).toEqual([null, 7]);
});

test('what another device has changed is replaced by a second ‘Save’ only', async () => {
  const part = { part: 'alone' as const, words: 'A walk', contacts: [], readers: [] };
  const bases: (number | null)[] = [];
  let changedAt = 1;
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': () => Response.json({ parts: [{ ...part, changedAt }] } satisfies Plan),
    'PUT /api/users/ada/plan': ({ basedOn, words }: ChangePlanPart) => {
      bases.push(basedOn);
      if (basedOn === changedAt) return Response.json({ parts: [{ ...part, words, changedAt: 3 }] } satisfies Plan);
      return Response.json({ error: { code: 'too_late', message: t.planHasChanged } }, { status: 409 });
    },
  });
  await page.getByRole('button', { name: 'Change What helps me alone' }).click();
  changedAt = 2;
  await page.getByRole('textbox', { name: 'What helps me alone' }).fill('A song');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(page.getByText(t.planHasChanged)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'What helps me alone' })).toHaveValue('A song');
  await save.click();
  await expect.element(page.getByText('A song')).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
  expect(bases).toEqual([1, 2]);
});

test('words that cannot be read any more say so, and can be written again', async () => {
  const parts = [{ part: 'alone' as const, words: null, contacts: [], readers: [], changedAt: 1 }];
  openApp('/plan', FRIENDS, { 'GET /api/users/ada/plan': { parts } satisfies Plan });
  await expect.element(page.getByText('These words can’t be read any more. Please write them again.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Change What helps me alone' })).toBeVisible();
});

test('on a bad day it is there to be read: numbers can be called, and one button changes it', async () => {
  const part = { contacts: [], readers: [], changedAt: 1 };
  const words =
    'Crisis line 116 123 (24/7, 9-17 in August, not on 24.12.2026 or 2027-01-01, since 2001, 1925)\nMy sister: +49 (30) 1234-567';
  openApp('/plan', FRIENDS, {
    'GET /api/users/ada/plan': { parts: [{ ...part, part: 'calls', words }] } satisfies Plan,
    'GET /api/users/ada/info/mood': { mood: 'Dark', chosenAt: 1 } satisfies ChosenMood,
  });
  const numbers = page.getByRole('listitem').getByRole('link', { name: /\d/ });
  await expect.element(numbers.first()).toHaveAttribute('href', 'tel:116123');
  expect(numbers.elements().map((link) => link.textContent)).toEqual(['116 123', '1925', '+49 (30) 1234-567']);
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(1);
  expect(page.getByRole('button', { name: 'Change Who I can call' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(page.getByRole('heading', { level: 2 }).nth(5)).toBeVisible();
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
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(page.getByText('This is not shared any more.')).toBeVisible();
});
