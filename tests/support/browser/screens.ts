import type { App } from '../servers/app-process.ts';
import { connected, expect, type Person } from './journey.ts';
import { fakePermission } from './push/fake-permission.ts';
import { at, type Screen } from './screen.ts';

/** The screens of a new person without connections. */
export const NEW: Screen[] = [
  { name: 'the empty circle', open: at('/circles', 'Nobody here yet') },
  { name: 'no chats', open: at('/cares', 'Nobody here yet') },
  { name: 'the search', open: at('/connect', 'New Connection Search') },
  { name: 'an unknown address', open: at('/nowhere', 'Unexpected Application Error!') },
  { name: 'the settings', open: at('/settings', 'This device') },
  { name: 'the first steps', open: at('/status', 'Confirm your phone') },
  {
    name: 'the invitation',
    async open(guest) {
      await at('/circles', 'Nobody here yet')(guest);
      await guest.page.getByRole('main').getByRole('button', { name: 'Invite a friend' }).click();
      await expect(guest.page.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
    },
  },
  {
    name: 'the way out',
    async open(guest) {
      await at('/settings', 'This device')(guest);
      await guest.page.getByText('Delete my account').click();
      await expect(guest.page.getByText('This cannot be undone.')).toBeVisible();
    },
  },
  { name: 'a chat with a stranger', open: at(`/chat/${crypto.randomUUID()}`, 'You are not connected yet') },
  { name: 'a chat that is none', open: at('/chat/nobody', 'There is no such chat') },
  {
    name: 'the mood picker without a pick',
    async open(guest) {
      await at('/mood', 'now')(guest);
      await guest.page.getByRole('button', { name: 'Share my mood' }).click();
      await expect(guest.page.getByText('Please select a mood that you are surfacing.')).toBeVisible();
    },
  },
];

/** The screens of a person with a full circle. @param friend one of the circle */
export function settled(friend: Person): Screen[] {
  return [
    { name: 'the circle', open: at('/circles', friend.displayName) },
    { name: 'the chats', open: at('/cares', friend.displayName) },
    {
      name: 'a chat',
      async open(guest) {
        await guest.goesTo(`/chat/${friend.uid}`);
        // The first new message: older ones may be too far up to be in the document. Links load late.
        await expect(guest.page.getByRole('log').getByRole('link').first()).toBeVisible();
      },
    },
    {
      name: 'the search in a chat',
      async open(guest) {
        await guest.goesTo(`/chat/${friend.uid}`);
        await guest.page.getByRole('button', { name: 'Search this chat' }).click();
        await guest.page.getByRole('searchbox', { name: 'Search this chat' }).fill('how are you');
        await guest.page.keyboard.press('Enter');
        const found = guest.page.getByRole('list', { name: 'Found messages' });
        await expect(found.getByRole('button').first()).toBeVisible();
      },
    },
    {
      name: 'search results',
      async open(guest) {
        await guest.goesTo('/connect');
        await guest.page.getByPlaceholder('Search by first or last name.').fill('Wolfe');
        await guest.page.getByRole('button', { name: 'Search' }).click();
        await expect(guest.page.getByText('Connected').first()).toBeVisible();
      },
    },
    {
      name: 'nobody found',
      async open(guest) {
        await guest.goesTo('/connect');
        await guest.page.getByPlaceholder('Search by first or last name.').fill('x'.repeat(60));
        await guest.page.getByRole('button', { name: 'Search' }).click();
        await expect(guest.page.getByText('Nobody by that name yet')).toBeVisible();
      },
    },
    {
      name: 'a mood that was shared',
      async open(guest) {
        await guest.goesTo('/status');
        await guest.page.getByText("I'm in bad shape").click();
        await guest.page.getByRole('button', { name: 'Ask my friends for support' }).click();
        await expect(guest.page.getByText('Your current mood : Dark')).toBeVisible();
      },
    },
    {
      name: 'the account menu',
      async open(guest) {
        await at('/status', 'How are you feeling right now?')(guest);
        await guest.page.getByRole('button', { name: 'your account' }).click();
        await expect(guest.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      },
    },
  ];
}

/** What the app asks and says above the screens of a person with a full circle. @param friend one of the circle */
export function asked(friend: Person): Screen[] {
  return [
    {
      name: 'the question about notifications',
      async open(guest) {
        await fakePermission(guest.context, 'denied');
        await at('/circles', 'Get told when a friend needs support?')(guest);
      },
    },
    {
      name: 'notifications that the browser blocks',
      async open(guest) {
        await at('/circles', 'Get told when a friend needs support?')(guest);
        await guest.page.getByRole('button', { name: 'Turn on' }).click();
        await expect(guest.page.getByText('blocks notifications')).toBeVisible();
      },
    },
    {
      name: 'a call for support that waits for a connection',
      async open(guest) {
        guest.allowError(/net::ERR_|NS_ERROR/);
        await guest.page.route('**/info/mood', (route) =>
          route.request().method() === 'PUT' ? route.abort() : route.continue(),
        );
        await at('/circles', friend.displayName)(guest);
        await guest.page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
        // The circle shows these words, too.
        await expect(guest.page.getByText('How are you feeling right now?')).toBeVisible();
        await guest.page.getByText("I'm in bad shape").click();
        await guest.page.getByRole('button', { name: 'Ask my friends for support' }).click();
        await guest.page.getByText('Call a friend').click();
        await expect(guest.page.getByRole('link', { name: friend.displayName })).toBeVisible();
      },
    },
  ];
}

/** Connects `person` with friends in all moods. They have sent unread messages with words too long for a line. */
export async function fillCircle(app: App, person: Person, friends: Person[]): Promise<void> {
  const moods = ['Dark', 'Purple', 'Yellow', 'Green'];
  for (const [index, friend] of friends.entries()) {
    await connected(person, friend);
    await friend.calls('PUT', `/api/users/${friend.uid}/info/mood`, { mood: moods[index % moods.length] });
    for (const content of [`https://example.com/${'long'.repeat(40)}`, 'Two\nlines']) {
      await friend.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: person.uid, content });
    }
  }
  await app.sql("update messages set timestamp = now() - interval '40 days' where sender = $1", [person.uid]);
}
