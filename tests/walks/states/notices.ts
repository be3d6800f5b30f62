import { cardOf, chooses, losesChoices, shares } from '#tests/support/browser/care.ts';
import { connected, expect, type Person, writes } from '#tests/support/browser/journey.ts';
import { fakePermission } from '#tests/support/browser/push/fake-permission.ts';
import { opens, type State, state, waitUntilSettled } from '../state.ts';

/** Ada with a full circle. */
interface Asked {
  ada: Person;
  friend: Person;
  /** Connects with her in between. */
  longName: Person;
}

/** What the app asks and says above its screens. */
export const NOTICES: State<Asked>[] = [
  state('/circles', 'the question about notifications', async ({ ada }) => {
    await fakePermission(ada.context, 'denied');
    return opens(ada, '/circles', 'Know when a friend needs you');
  }),
  state('/circles', 'notifications that the browser blocks', async ({ ada }) => {
    await opens(ada, '/circles', 'Know when a friend needs you');
    await ada.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ada.page.getByText('blocks notifications')).toBeVisible();
    return ada;
  }),
  state(
    '/cares',
    'a friend’s ask, and news from a friend',
    async ({ ada, longName: friend }) => {
      await connected(friend, ada);
      await chooses(friend, 'Dark');
      await ada.goesTo('/cares');
      await expect(cardOf(ada, friend)).toBeVisible();
      await waitUntilSettled(ada.page);
      await writes(friend, ada, 'Hello');
      // With the focus in it, it stays.
      await ada.page
        .getByRole('region', { name: 'News from a friend' })
        .getByRole('link', { name: 'Open chat' })
        .focus();
      return ada;
    },
    { hasLongName: true },
  ),
  state('/status', 'a call for support that waits for a connection', async ({ ada, friend }) => {
    await losesChoices(ada);
    await opens(ada, '/status', 'How are you feeling right now?');
    await shares(ada, "I'm in bad shape");
    await ada.page.getByText('Call a friend').click();
    await expect(ada.page.getByRole('link', { name: friend.displayName })).toBeVisible();
    return ada;
  }),
];
