import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Asks, OwnAsk, Undone } from '#contract/asks.ts';
import * as t from '#language';
import { ADA, friend, openApp, sentFrames } from '#tests/support/components/open-app.tsx';

const MINUTE = 60_000;

const bar = page.getByRole('region', { name: 'Your mood' });
const card = page.getByRole('region', { name: 'Your ask' });
const undo = bar.getByRole('button', { name: 'Undo' });

/** Opens a screen of Ada, who has an ask. It opens in so many minutes; below 0 it is open. @returns changes the ask */
function opens(address: string, minutes: number, phonenumber = '+14155550100', undone?: Undone) {
  const now = Date.now();
  const opensAt = now + minutes * MINUTE;
  const at = Math.min(now, opensAt);
  const report = { asked: 1, handed: 1, arrived: 1, lost: [], trying: 0, appOnly: 0, notifiable: 0, seen: 0 };
  const mine: OwnAsk = {
    ...{ id: 'ask', level: 'Purple', askedAt: at, calledAt: at, worseAt: null, opensAt, textsAt: opensAt },
    ...{ stillAt: null, againAt: null, chosen: null, help: null, note: null, closed: null, answers: [] },
    ...{ helpersWanted: 1, report, version: 1 },
  };
  const tell = openApp(address, [friend('Grace', 'Hopper')], {
    'GET /api/identity/get-session': { user: { ...ADA, phonenumber } },
    'GET /api/users/ada/info/mood': { mood: 'Purple', chosenAt: at },
    'GET /api/asks': { mine, friends: [], undone: null } satisfies Asks,
    'POST /api/asks/ask/undo': () =>
      undone
        ? Response.json(undone)
        : Response.json({ error: { code: 'too_late', message: t.textsHaveLeft } }, { status: 409 }),
  });
  return (changes: Partial<OwnAsk>) => tell({ type: 'own-ask', ask: { ...mine, version: 2, ...changes } });
}

test('an undo that comes after the texts have left says so', async () => {
  opens('/status', 1);
  await undo.click();
  await expect.element(bar).toMatchTextContent(t.textsHaveLeft);
});

test('an undo after which an earlier call stands offers no text that it was a slip', async () => {
  opens('/status', 1, undefined, { mood: 'Purple', asked: 2, left: 1, stands: 'Purple' });
  await undo.click();
  await expect.element(bar).toMatchTextContent('Undone. Friends see Purple again. 1 of 2 texts had left.');
  expect(bar.getByRole('button', { name: 'Tell them it was a slip' }).elements()).toEqual([]);
});

test('a hold that ends while Undo has the focus leaves the focus in the bar', async () => {
  const changes = opens('/status', 1);
  (await undo.findElement()).focus();
  const opensAt = Date.now() - 1;
  await changes({ opensAt, textsAt: opensAt });
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(bar).toHaveFocus();
});

test('quiet after Purple: asking once more comes first, and no crisis line', async () => {
  opens('/circles', -120);
  await expect.element(card.getByRole('button').first()).toMatchTextContent('Ask once more');
  expect(card.getByRole('link', { name: /988/ }).elements()).toEqual([]);
});

test.each([
  ['+14155550100', 1],
  ['911', 0],
])('‘Call me’ is offered where the own number can be called: %s', async (phonenumber, count) => {
  opens('/cares', -1, phonenumber);
  await card.getByRole('button', { name: 'Change' }).click();
  const sheet = page.getByRole('dialog', { name: 'What would help?' });
  await expect.element(sheet.getByText('Message me')).toBeVisible();
  expect(sheet.getByText('Call me').elements()).toHaveLength(count);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('with two wanted, the card says until the second comes that one more is asked', async () => {
  const changes = opens('/cares', -1);
  const answer = { lastname: 'Hopper', answer: 'yes', laterAt: null, handedOverAt: null } as const;
  const grace = { ...answer, uid: 'grace', firstname: 'Grace', answeredAt: 1 };
  const report = { asked: 2, handed: 2, arrived: 2, lost: [], trying: 0, appOnly: 0, notifiable: 0, seen: 1 };
  const stillAsking = card.getByText('Still asking one more friend.');
  await changes({ helpersWanted: 2, report });
  await expect.element(card.getByText('Two friends')).toBeVisible();
  await changes({ helpersWanted: 2, version: 3, report, answers: [grace] });
  await expect.element(stillAsking).toBeVisible();
  await changes({ helpersWanted: 2, version: 4, answers: [grace], report: { ...report, asked: 1 } });
  await expect.element(stillAsking).not.toBeInTheDocument();
  const mei = { ...answer, uid: 'mei', firstname: 'Mei', answeredAt: 2 };
  await changes({ helpersWanted: 2, version: 5, report, answers: [grace, mei] });
  await expect.element(card).toMatchTextContent('Mei will reach out');
  await expect.element(stillAsking).not.toBeInTheDocument();
});

test('an answer that a page shows is seen', async () => {
  const changes = opens('/cares', -1);
  const answeredAt = Date.now();
  const answer = { uid: 'grace', firstname: 'Grace', lastname: 'Hopper', answer: 'later', answeredAt } as const;
  await changes({ answers: [{ ...answer, laterAt: null, handedOverAt: null }] });
  await expect.element(card).toMatchTextContent('Grace will reach out later');
  await expect
    .poll(() => sentFrames.filter(({ type }) => type === 'seen'))
    .toEqual([{ type: 'seen', uid: 'ada', chosenAt: answeredAt }]);
});
