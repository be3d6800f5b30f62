import { expect, type Guest, PASSWORD, type Person } from '#tests/support/browser/journey.ts';
import { type MailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { opens, type State, state } from '../state.ts';

/** On a server that sends mail. Each state follows the one before. */
interface Recovery {
  mail: MailServer;
  /** Signed in, with a phone. */
  ada: Person;
  /** Has forgotten the password, and tries in the visitor's browser. */
  grace: Person;
  visitor: Guest;
  /** The address in the mail to Grace. */
  link: string;
}

export const RECOVERY: State<Recovery>[] = [
  state('/forgot-password', 'after asking for a link', async ({ grace, visitor }) => {
    await opens(visitor, '/forgot-password', 'It happens.');
    await visitor.fillsIn({ Email: grace.email }, 'Mail me a link');
    await expect(visitor.page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    return visitor;
  }),
  state('/new-password', 'a link', async (people) => {
    const { mail, grace, visitor } = people;
    people.link = `/new-password#${tokenOf(await mail.next(grace.email))}`;
    return opens(visitor, people.link, `For ${grace.email}.`);
  }),
  state('/new-password', 'a link for another account', ({ ada, link }) =>
    opens(ada, link, `You are logged in here as ${ada.email}.`),
  ),
  state('/new-password', 'set', async ({ visitor }) => {
    await visitor.fillsIn({ 'New password': 'tangerine kettle morning' }, 'Set my new password');
    await expect(visitor.page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    return visitor;
  }),
  state('/new-password', 'a link that was used', async ({ visitor, link }) => {
    visitor.allowError(/status of 400 .*recovery\/link\/owner/);
    await visitor.goesTo('/login');
    return opens(visitor, link, 'This link has run out, or was used already.');
  }),
  state('/confirm-email', 'a link', async ({ mail, ada }) => {
    await opens(ada, '/settings/you', 'is not confirmed yet.');
    await ada.page.getByRole('button', { name: 'Confirm my email' }).click();
    return opens(ada, `/confirm-email#${tokenOf(await mail.next(ada.email))}`, 'So that you can always');
  }),
  state('/confirm-email', 'confirmed', async ({ ada }) => {
    await ada.page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(ada.page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    return ada;
  }),
  state('/confirm-email', 'a link that has run out', async ({ ada }) => {
    ada.allowError(/status of 400 .*recovery\/email/);
    await opens(ada, '/confirm-email#of-nobody', 'So that you can always');
    await ada.page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(ada.page.getByRole('alert')).not.toBeEmpty();
    return ada;
  }),
  state('/settings/:page', 'a new email and a wrong code', async ({ ada }) => {
    ada.allowError(/status of 400 .*phone\/proof/);
    await opens(ada, '/settings/you', 'is confirmed.');
    await ada.page.getByText('Change my email').click();
    const email = `new.${ada.email}`;
    await ada.fillsIn({ 'New email': email, 'Your password, to change your email': PASSWORD }, 'Mail me a link');
    await expect(ada.page.getByText(`It stays until you open the link that went to ${email}.`)).toBeVisible();
    await ada.page.getByRole('button', { name: 'Send me a code' }).click();
    await ada.fillsIn({ Code: 'none', 'Your password, to confirm your phone': PASSWORD }, 'Confirm my phone');
    await expect(ada.page.getByText('That code is not right, or it has run out.')).toBeVisible();
    return ada;
  }),
];
