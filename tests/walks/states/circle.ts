import { expect, type Guest, type Person } from '#tests/support/browser/journey.ts';
import { fillList } from '#tests/support/people/fill-list.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { opens, type State, state } from '../state.ts';

/** Ada with friends in all moods, who have written to her. */
interface Circle {
  app: App;
  ada: Person;
  friend: Person;
  /** Somebody who would like to be in her circle. */
  stranger: Person;
}

async function searches(ada: Person, name: string, sign: string): Promise<Guest> {
  await ada.goesTo('/connect');
  await ada.searches(name);
  await expect(ada.page.getByRole('main').getByText(sign).first()).toBeVisible();
  return ada;
}

/** In October 2026 clocks go back in Berlin. */
async function hasMoods(app: App, { uid }: Person): Promise<void> {
  await app.sql(
    `insert into mood_choices (uid, mood, chosen_at)
     select $1, (array['Green', 'Yellow', 'Purple', 'Dark'])[n % 4 + 1], '2026-10-25T00:00:00+02:00'::timestamptz + n * interval '1 hour'
     from generate_series(0, 15) n`,
    [uid],
  );
}

async function opensOctober(ada: Person): Promise<void> {
  await ada.page.clock.setFixedTime(new Date('2026-11-02T12:00:00Z'));
  await ada.goesTo('/history');
  await ada.page.getByRole('button', { name: 'October 2026' }).click();
  await ada.page.getByText('Forget old moods').click();
  await expect(ada.page.getByText('October: Green')).toBeVisible();
}

export const CIRCLE: State<Circle>[] = [
  state('/circles', 'friends', ({ ada, friend }) => opens(ada, '/circles', friend.displayName)),
  state('/cares', 'chats', ({ ada, friend }) => opens(ada, '/cares', friend.displayName)),
  state('/chat/:connect', 'messages', async ({ ada, friend }) => {
    await ada.goesTo(`/chat/${friend.uid}`);
    // The first new message: older ones may be too far up to be in the document. Links load late.
    await expect(ada.page.getByRole('log').getByRole('link').first()).toBeVisible();
    return ada;
  }),
  state('/chat/:connect', 'a search', async ({ ada, friend }) => {
    await ada.goesTo(`/chat/${friend.uid}`);
    await ada.page.getByRole('button', { name: 'Search this chat' }).click();
    await ada.page.getByRole('searchbox', { name: 'Search this chat' }).fill('how are you');
    await ada.page.keyboard.press('Enter');
    const found = ada.page.getByRole('list', { name: 'Found messages' });
    await expect(found.getByRole('button').first()).toBeVisible();
    return ada;
  }),
  state('/connect', 'people found', ({ ada }) => searches(ada, 'Wolfe', 'Connected')),
  state('/connect', 'nobody found', ({ ada }) => searches(ada, 'x'.repeat(60), 'Nobody by that name')),
  state('/status', 'a mood that was shared', async ({ ada }) => {
    await opens(ada, '/status', 'How are you feeling right now?');
    await ada.page.getByText("I'm in bad shape").click();
    await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
    await expect(ada.page.getByText('Your current mood : Dark')).toBeVisible();
    return ada;
  }),
  state('/status', 'the account menu', async ({ ada }) => {
    await opens(ada, '/status', 'How are you feeling right now?');
    await ada.page.getByRole('button', { name: 'your account' }).click();
    await expect(ada.page.getByRole('button', { name: 'Log out' })).toBeVisible();
    return ada;
  }),
  state('/cares', 'a friend’s sheet', async ({ ada, friend }) => {
    await ada.goesTo('/cares');
    await ada.page.getByRole('button', { name: `More about ${friend.displayName}` }).click();
    await expect(ada.page.getByRole('switch', { name: `Hide my mood from ${friend.firstname}` })).toBeVisible();
    return ada;
  }),
  state('/cares', 'before removing and reporting', async ({ ada, friend }) => {
    await ada.page.getByRole('button', { name: 'Remove, block or report' }).click();
    await expect(ada.page.getByRole('button', { name: `Remove ${friend.firstname}` })).toBeVisible();
    return ada;
  }),
  state('/settings/:page', 'quiet hours', async ({ ada }) => {
    await opens(ada, '/settings/news', 'Quiet hours');
    await ada.page.getByRole('switch', { name: 'Keep these hours quiet' }).click();
    await expect(ada.page.getByLabel('From')).toBeVisible();
    return ada;
  }),
  state('/settings/:page', 'an ntfy topic, and calls', async ({ ada }) => {
    await ada.page.route(`**/api/users/${ada.uid}/push`, async (route) => {
      const push = await (await route.fetch()).json();
      await route.fulfill({ json: { ...push, callsFrom: '+14155550190' } });
    });
    await ada.page.route('**/push/topic', (route) => route.fulfill({ json: route.request().postDataJSON() }));
    await opens(ada, '/settings/news', 'Ring your phone');
    await ada.page.getByRole('button', { name: 'Save and ring once' }).click();
    await expect(ada.page.getByText('Calls for support and check-ins ring at')).toBeVisible();
    await expect(ada.page.getByText('It calls from +14155550190')).toBeVisible();
    return ada;
  }),
  state('/settings/:page', 'chosen friends', async ({ ada }) => {
    await opens(ada, '/settings/friends', 'These friends');
    await ada.page.getByRole('radio', { name: 'These friends' }).click();
    await expect(ada.page.getByText('Choose at least one friend.')).toBeVisible();
    return ada;
  }),
  state('/plan', 'a plan on a bad day', async ({ ada, friend }) => {
    await ada.calls('PUT', `/api/users/${ada.uid}/plan`, {
      ...{ part: 'friends', words: 'My sister\nand who is in my choir', contacts: [friend.uid], readers: [friend.uid] },
    });
    return opens(ada, '/plan', 'My sister');
  }),
  state('/plan', 'a part that is written', async ({ ada }) => {
    await ada.page.getByRole('button', { name: 'Change' }).click();
    await ada.page.getByRole('button', { name: 'Change Who I can ask' }).click();
    await expect(ada.page.getByRole('radio', { name: 'These friends' })).toBeChecked();
    return ada;
  }),
  state('/plan', 'a plan', async ({ ada, friend }) => {
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await expect(ada.page.getByText(`${friend.firstname} may read this.`)).toBeVisible();
    return ada;
  }),
  state('/check-in', 'the form', ({ ada }) => opens(ada, '/check-in', 'Who looks in')),
  state('/check-in', 'a round that runs', async ({ app, ada, friend }) => {
    await ada.calls('PUT', `/api/users/${ada.uid}/check-in`, {
      ...{ days: [1, 3], at: '09:00', until: '12:00', zone: 'UTC', friends: [friend.uid] },
    });
    await app.sql(
      `update check_ins set ends_at = now() + interval '1 hour', due_at = now() + interval '1 hour' where uid = $1`,
      [ada.uid],
    );
    await opens(ada, '/check-in', 'Please check in by');
    return ada;
  }),
  state('/circles', 'a friend who has not checked in', async ({ app, ada, friend }) => {
    await friend.calls('PUT', `/api/users/${friend.uid}/check-in`, {
      ...{ days: [1], at: '09:00', until: '12:00', zone: 'UTC', friends: [ada.uid] },
    });
    await ada.calls('PUT', `/api/users/${ada.uid}/check-ins/${friend.uid}`, { agrees: true });
    await app.sql('update check_ins set ends_at = now(), due_at = now() where uid = $1', [friend.uid]);
    await opens(ada, '/circles', 'has not checked in');
    return ada;
  }),
  state('/chat/:connect', 'a friend who has not checked in', ({ ada, friend }) =>
    opens(ada, `/chat/${friend.uid}`, 'You said you would look in.'),
  ),
  state('/connect', 'a request', async ({ ada, stranger }) => {
    await ada.calls('PATCH', `/api/users/${ada.uid}/settings`, { asksFirst: true });
    await stranger.calls('PUT', `/api/users/${stranger.uid}/connections/${ada.uid}`, {});
    await ada.goesTo('/connect');
    await expect(ada.page.getByRole('button', { name: 'Accept' })).toBeVisible();
    return ada;
  }),
  state('/history', 'a month', async ({ app, ada }) => {
    await hasMoods(app, ada);
    await opensOctober(ada);
    return ada;
  }),
  state('/history', 'a month as a table', async ({ ada }) => {
    await opensOctober(ada);
    await ada.page.getByRole('switch', { name: 'As a table' }).click();
    return ada;
  }),
  state('/circles', 'who needs support, of many', async ({ app, ada }) => {
    await fillList(app, ada, 13);
    await ada.goesTo('/circles');
    await ada.page.getByRole('button', { name: 'Needs support' }).click();
    await expect(ada.page.getByRole('main').getByRole('listitem')).toHaveCount(3);
    return ada;
  }),
  state('/circles', 'nobody who matches', async ({ ada }) => {
    await ada.goesTo('/circles');
    await ada.page.getByRole('searchbox', { name: 'Find by name' }).fill('nobody has this name');
    await expect(ada.page.getByRole('button', { name: 'Show everybody' })).toBeVisible();
    return ada;
  }),
];
