import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FriendAsk } from '#contract/asks.ts';
import { friend, openApp, sentFrames } from '#tests/support/components/open-app.tsx';

const HOUR = 3_600_000;

const card = page.getByRole('region', { name: 'Grace asks for support' });

/** Opens the chat with Grace, who has asked Ada three hours ago. @returns tells the app what happens */
function opens(given: Partial<FriendAsk>, phonenumber = '+14155550100') {
  const calledAt = Date.now() - 3 * HOUR;
  const ask: FriendAsk = {
    ...{ id: 'ask', uid: 'grace', level: 'Purple', calledAt, worseAt: null, againAt: null, help: null, note: null },
    ...{ onIt: 0, names: [], handedOverAt: null, answer: null, answeredAt: null, laterAt: null, hasReached: false },
    ...{ helpersWanted: 1, hasPlan: false, showName: false, closed: null, ...given },
  };
  return openApp('/chat/grace', [friend('Grace', 'Hopper', { mood: 'Purple', phonenumber })], {
    'GET /api/asks': { mine: null, friends: [ask], undone: null },
    'POST /api/asks/ask/reached': { friends: [{ ...ask, hasReached: true }] },
  });
}

test.each([
  ['link', 'Call Grace', '+14155550100'],
  ['button', 'I’ll reach out', '911'],
] as const)('‘Call me’ makes the yes a %s, ‘%s’, with the number %s', async (role, name, phonenumber) => {
  opens({ help: 'call' }, phonenumber);
  await expect.element(card.getByRole(role).first()).toHaveTextContent(name);
});

test('two hours after a yes without a message the friend is asked whether they got to reach the person', async () => {
  opens({ answer: 'yes', answeredAt: Date.now() - 2 * HOUR - 1 });
  await expect.element(card).toMatchTextContent('Did you get to reach Grace?');
  await card.getByRole('button', { name: 'Yes' }).click();
  await expect.element(card).toMatchTextContent('Grace knows.');
});

test('a closed card goes while the friend asks for support again', async () => {
  const tell = opens({ closed: { at: Date.now(), thanked: true } });
  const closed = page.getByRole('region', { name: 'Grace is doing better' });
  await tell({ type: 'mood', uid: 'grace', mood: 'Green', chosenAt: 2 });
  await expect.element(closed).toMatchTextContent('Grace is doing better. Thank you for being there.');
  await tell({ type: 'mood', uid: 'grace', mood: 'Dark', chosenAt: 3 });
  await expect.element(closed).not.toBeInTheDocument();
});

const seen = () => sentFrames.flatMap((frame) => (frame.type === 'seen' ? [frame.chosenAt] : []));

test('a page that nobody uses has seen nothing, until somebody is there', async () => {
  const now = Date.now.bind(Date);
  const tell = opens({});
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await tell({ type: 'mood', uid: 'grace', mood: 'Dark', chosenAt: 2 });
  await expect.element(page.getByRole('main').getByTitle('Dark').first()).toBeVisible();
  expect(seen()).toEqual([]);
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await expect.poll(seen).toEqual([2]);
});

test('each call of a friend is seen once, where the chat with them is open', async () => {
  const tell = opens({});
  await expect.poll(seen).toEqual([1]);
  for (const [mood, chosenAt, all] of [
    ['Dark', 2, [1, 2]],
    ['Green', 3, [1, 2]],
    ['Purple', 4, [1, 2, 4]],
  ] as const) {
    await tell({ type: 'mood', uid: 'grace', mood, chosenAt });
    await expect.element(page.getByRole('main').getByTitle(mood).first()).toBeVisible();
    await expect.poll(seen).toEqual(all);
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Circle' })).toBeVisible();
  await tell({ type: 'mood', uid: 'grace', mood: 'Dark', chosenAt: 5 });
  await expect.element(page.getByRole('main').getByText('is in bad shape')).toBeVisible();
  expect(seen()).toEqual([1, 2, 4]);
});
