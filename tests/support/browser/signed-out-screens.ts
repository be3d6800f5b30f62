import { expect } from './journey.ts';
import { at, type Screen } from './screen.ts';

/** The screens without a session. */
export const SIGNED_OUT: Screen[] = [
  { name: 'the login form in a page’s place', open: at('/circles', 'Let your friends see') },
  { name: '/signup', open: at('/signup', 'Create your account') },
  { name: '/message', open: at('/message', 'Goes to phones in the US') },
  { name: 'the chat’s login form', open: at('/chat/nobody', 'Please log in') },
  {
    name: '/login with an error',
    async open(guest) {
      await guest.goesTo('/login');
      await guest.fillsIn({ Email: 'nobody@example.com', Password: 'wrong password' }, 'Login');
      await expect(guest.page.getByText('Invalid email or password')).toBeVisible();
    },
  },
  { name: 'the first page', open: at('/', 'Your friends see it at once') },
  {
    name: '/signup with a number that texts cannot reach',
    async open(guest) {
      await at('/signup', 'Create your account')(guest);
      await guest.page.getByLabel('Phone number').fill('hello');
      await guest.page.getByLabel('First name').focus();
      await expect(guest.page.getByText('You can sign up all the same.')).toBeVisible();
    },
  },
  { name: '/forgot-password', open: at('/forgot-password', 'It happens.') },
  {
    name: '/forgot-password after asking for a code',
    async open(guest) {
      await at('/forgot-password', 'It happens.')(guest);
      await guest.fillsIn({ Email: 'nobody@example.com' }, 'Text me a code');
      await expect(guest.page.getByRole('heading', { name: 'Look at your phone' })).toBeVisible();
    },
  },
  { name: '/new-password without a link', open: at('/new-password', 'A part of the link is missing.') },
  {
    name: '/confirm-email with a link that has run out',
    async open(guest) {
      guest.allowError(/status of 400 .*recovery\/email/);
      await at('/confirm-email#of-nobody', 'So that you can always')(guest);
      await guest.page.getByRole('button', { name: 'Confirm my email' }).click();
      await expect(guest.page.getByRole('alert')).not.toBeEmpty();
    },
  },
  {
    name: 'an invitation that has ended',
    async open(guest) {
      guest.allowError(/status of 404 .*invites/);
      await at('/join#of-nobody', 'This invitation has run out.')(guest);
    },
  },
];
