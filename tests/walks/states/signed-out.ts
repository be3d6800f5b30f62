import { expect, type Guest } from '#tests/support/browser/journey.ts';
import { opens, type State, state } from '../state.ts';

interface SignedOut {
  visitor: Guest;
  /** A friend's link. */
  invitation: string;
}

export const SIGNED_OUT: State<SignedOut>[] = [
  state('/', 'the first page', async ({ visitor }) => {
    await opens(visitor, '/', 'Your friends see it at once');
    await expect(visitor.page.getByRole('link', { name: 'Helplines' })).toBeInViewport();
    return visitor;
  }),
  state('/circles', 'the login form in a page’s place', ({ visitor }) =>
    opens(visitor, '/circles', 'Let your friends see'),
  ),
  state('/login', 'an error', async ({ visitor }) => {
    visitor.allowError(/status of 401 .*sign-in/);
    await visitor.goesTo('/login');
    await visitor.fillsIn({ Email: 'nobody@example.com', Password: 'wrong password' }, 'Login');
    await expect(visitor.page.getByText('Invalid email or password')).toBeVisible();
    return visitor;
  }),
  state('/chat/:connect', 'its login form', ({ visitor }) => opens(visitor, '/chat/nobody', 'Please log in')),
  state('/signup', 'empty', ({ visitor }) => opens(visitor, '/signup', 'Create your account')),
  state('/signup', 'a number that texts cannot reach', async ({ visitor }) => {
    await opens(visitor, '/signup', 'Create your account');
    await visitor.page.getByLabel('Phone number').fill('hello');
    await visitor.page.getByLabel('First name').focus();
    await expect(visitor.page.getByText('We can’t text this number.')).toBeVisible();
    return visitor;
  }),
  state('/message', 'empty', ({ visitor }) => opens(visitor, '/message', 'Goes to phones in the US')),
  state('/forgot-password', 'empty', ({ visitor }) => opens(visitor, '/forgot-password', 'It happens.')),
  state('/forgot-password', 'after asking for a code', async ({ visitor }) => {
    await opens(visitor, '/forgot-password', 'It happens.');
    await visitor.fillsIn({ Email: 'nobody@example.com' }, 'Text me a code');
    await expect(visitor.page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
    return visitor;
  }),
  state('/new-password', 'without a link', ({ visitor }) =>
    opens(visitor, '/new-password', 'A part of the link is missing.'),
  ),
  state('/confirm-email', 'its login form', ({ visitor }) =>
    opens(visitor, '/confirm-email#of-nobody', 'Log in first.'),
  ),
  state('/join', 'an invitation', ({ visitor, invitation }) =>
    opens(visitor, invitation, 'Lena Novak would like you in their circle.'),
  ),
  state('/join', 'an invitation that has ended', async ({ visitor }) => {
    visitor.allowError(/status of 404 .*invites/);
    // Behind # alone, the address would stay the same page.
    await visitor.goesTo('/login');
    return opens(visitor, '/join#of-nobody', 'This invitation has run out.');
  }),
  state('/help', 'an open country', async ({ visitor }) => {
    await opens(visitor, '/help', 'Talk to someone now');
    await visitor.page.getByText('All countries').click();
    await visitor.page.locator('summary', { hasText: 'United Kingdom' }).click();
    return visitor;
  }),
];
