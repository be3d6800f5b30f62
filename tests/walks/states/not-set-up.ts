import { barOf, shares } from '#tests/support/browser/care.ts';
import { expect, type Guest, type Person } from '#tests/support/browser/journey.ts';
import { opens, type State, state } from '../state.ts';

/** On servers without a gateway, without mail, and with sign-up by invitation. */
interface NotSetUp {
  /** Has a friend, on a server that sends nothing. */
  ada: Person;
  visitor: Guest;
  /** A visitor of a server that needs an invitation. */
  uninvited: Guest;
  /** The address of the operator's invitation there. */
  invitation: string;
}

export const NOT_SET_UP: State<NotSetUp>[] = [
  state('/message', 'no texts', ({ ada }) => opens(ada, '/message', 'so no phone gets what you write here.')),
  state('/settings/:page', 'no texts', ({ ada }) => opens(ada, '/settings/news', 'Notifications make no sound.')),
  state('/status', 'no texts, an own ask', async ({ ada }) => {
    await ada.goesTo('/status');
    await shares(ada, "I'm in bad shape");
    await expect(barOf(ada)).toContainText('Nobody could be texted.');
    return ada;
  }),
  state('/forgot-password', 'no texts and no mail', ({ visitor }) =>
    opens(visitor, '/forgot-password', 'This Moodring sends no mail and no texts.'),
  ),
  state('/signup', 'by invitation', ({ uninvited }) => opens(uninvited, '/signup', 'invitation')),
  state('/join', 'the operator’s invitation', ({ uninvited, invitation }) =>
    opens(uninvited, invitation, 'You are invited to Moodring.'),
  ),
];
