import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { openApp } from '#tests/support/components/open-app.tsx';
import { idle } from '#web/loading/pending-work.ts';

const PLEASE_SELECT = 'Please select a mood that you are surfacing.';
const ADDRESSES = ['/', '/mood', '/status'];

const moods = page.getByRole('radio');
const alert = page.getByRole('main').getByRole('alert');
const share = page.getByRole('button', { name: 'Share my mood' });
const ask = page.getByRole('button', { name: 'Ask my friends for support' });
const isPicked = () => moods.elements().map((mood) => (mood as HTMLInputElement).checked);
const NOTHING = [false, false, false, false];

/** Opens a screen with the moods. @returns the moods that the server was sent */
function opens(address: string, { now = 'Green', more = {}, until = Promise.resolve() }: Options = {}) {
  const stored: Mood[] = [];
  const tell = openApp(address, [], {
    'GET /api/users/ada/info/mood': { mood: now, chosenAt: 1 },
    'PUT /api/users/ada/info/mood': async ({ mood }: { mood: Mood }) => {
      stored.push(mood);
      await until;
      return Response.json({ ...SHARED, mood, chosenAt: stored.length + 1, ...more });
    },
    'GET /api/asks/reach': { friends: 0, only: null, isSetting: false, chosenAreGone: false },
  });
  return { stored, tell };
}

interface Options {
  now?: Mood;
  more?: Partial<SharedMood>;
  /** Holds the answers back. */
  until?: Promise<void>;
}

const SHARED = { textsLimited: false, textsOn: true, friends: 1, ask: null };

test('the Green of a new account is not shown as a choice', async () => {
  openApp('/circles', [], { 'GET /api/users/ada/info/mood': { mood: 'Green', chosenAt: 1, isNew: true } });
  await expect.element(page.getByText('Not chosen yet')).toBeVisible();
  await page.getByRole('link', { name: 'Status' }).click();
  await expect.element(moods.nth(0)).toHaveAccessibleName('Feeling Good');
});

test.each(ADDRESSES)('%s marks the current of four moods, and shares none before one is picked', async (address) => {
  const { stored } = opens(address);
  await expect.element(page.getByRole('main').getByText('now', { exact: true })).toBeVisible();
  for (const [index, name] of [
    'Feeling Good – your mood now',
    'I could really use support',
    "I'm okay, just stressed",
    "I'm in bad shape",
  ].entries())
    await expect.element(moods.nth(index)).toHaveAccessibleName(name);
  expect(isPicked()).toEqual(NOTHING);
  await share.click();
  await expect.element(alert).toHaveTextContent(PLEASE_SELECT);
  expect(location.pathname).toBe(address);
  await page.getByText("I'm in bad shape").click();
  await expect.element(alert).toBeEmptyDOMElement();
  expect(stored).toEqual([]);
  await expect.element(share).not.toBeInTheDocument();
  // It stays for a moment only.
  await Promise.all([expect.element(page.getByText('Your current mood : Dark')).toBeVisible(), ask.click()]);
  expect(stored).toEqual(['Dark']);
});

test.each(['Green', 'Dark'] as const)(
  'a further press while Dark, begun with %s, texts no friend again',
  async (now) => {
    const { stored } = opens('/status', { now });
    if (now === 'Green') {
      await page.getByText("I'm in bad shape").click();
      await ask.click();
      await expect.element(page.getByText('Your current mood : Dark')).toBeVisible();
    }
    await expect.element(page.getByRole('radio', { name: "I'm in bad shape – your mood now" })).toBeInTheDocument();
    stored.length = 0;
    await share.click();
    await expect.element(alert).toHaveTextContent(PLEASE_SELECT);
    expect(stored).toEqual([]);
  },
);

test('with the keyboard, Space picks, arrows pick the next, and after sharing none is picked', async () => {
  opens('/status');
  (await moods.first().findElement()).focus();
  expect(isPicked()).toEqual(NOTHING);
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent(PLEASE_SELECT);
  await userEvent.keyboard(' ');
  await expect.element(moods.first()).toBeChecked();
  await expect.element(alert).toBeEmptyDOMElement();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(moods.nth(2)).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Your current mood : Yellow')).toBeVisible();
  await expect.poll(isPicked).toEqual(NOTHING);
});

test('a mood that is picked while another is being shared stays picked', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  opens('/status', { until: promise });
  await page.getByText("I'm in bad shape").click();
  await ask.click();
  await page.getByText('Feeling Good').click();
  resolve();
  await expect.element(page.getByText('Your current mood : Dark')).toBeVisible();
  await expect.element(moods.first()).toBeChecked();
});

test('a mood that was chosen in another tab gets the mark, and keeps it when an earlier one arrives late', async () => {
  const { tell } = opens('/status');
  await expect.element(page.getByRole('radio', { name: 'Feeling Good – your mood now' })).toBeInTheDocument();
  await tell({ type: 'mood', uid: 'ada', mood: 'Purple', chosenAt: 3 });
  const purple = page.getByRole('radio', { name: 'I could really use support – your mood now' });
  await expect.element(purple).toBeInTheDocument();
  await tell({ type: 'mood', uid: 'ada', mood: 'Yellow', chosenAt: 2 });
  await idle();
  await expect.element(purple).toBeInTheDocument();
  expect(isPicked()).toEqual(NOTHING);
});

test('a mood over the limit of texts is shared without texts, and the screen says so', async () => {
  opens('/mood', { more: { textsLimited: true } });
  await page.getByText("I'm in bad shape").click();
  await Promise.all([expect.element(page.getByText(/No text goes out: many went out/)).toBeVisible(), ask.click()]);
  await expect.poll(() => location.pathname).toBe('/cares');
});
