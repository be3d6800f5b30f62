import { expect, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo, typeInto } from '#tests/support/browser/keyboard.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { type MailServer, openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';

const NEW = 'tangerine kettle morning';

// One after the other in one worker: they share an app that sends mail.
test.describe.configure({ mode: 'default' });
test.slow();

let app: App;
let mail: MailServer;
test.beforeAll(async () => {
  mail = await openMailServer();
  app = await App.open({ SMTP_URL: mail.url, MAIL_FROM: 'moodring@example.com', PHONE_PROOF: 'required' });
});
test.afterAll(async () => {
  await app.close();
  await mail.close();
});

test('a link by mail sets a new password and ends the other sessions', {
  tag: '@core',
}, async ({ signUp, guest: open }) => {
  const ada = await signUp('Ada', 'Lovelace', { app });
  await ada.goesTo('/circles');
  await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeVisible();
  const guest = await open({ app });
  const { page } = guest;
  guest.allowError(/status of 400 .*recovery\/link\/owner/);
  await page.goto('/login');
  await enterOn(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
  await typeInto(page, { Email: ada.email });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  const token = tokenOf(await mail.next(ada.email));
  await page.goto(`/new-password#${token}`);
  await expect(page.getByText(`For ${ada.email}.`)).toBeVisible();
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await typeInto(page, { 'New password': NEW });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  await expect(ada.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Log in' }));
  await guest.fillsIn({ Email: ada.email, Password: NEW }, 'Login');
  await expect(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();

  await page.goto(`/new-password#${token}`);
  await expect(page.getByText('This link has run out, or was used already.')).toBeVisible();
});

test('a link opened while somebody else is signed in says whose it is', async ({ signUp }) => {
  const [ada, grace] = [await signUp('Ada', 'Lovelace', { app }), await signUp('Grace', 'Lovelace', { app })];
  await grace.calls('POST', '/api/recovery/link', { email: ada.email });
  await grace.goesTo(`/new-password#${tokenOf(await mail.next(ada.email))}`);
  await expect(
    grace.page.getByText(`You are logged in here as ${grace.email}. This link is for another account; you stay`),
  ).toBeVisible();
  await grace.fillsIn({ 'New password': NEW }, 'Set my new password');
  await grace.page.getByRole('link', { name: 'Go on' }).click();
  await expect(grace.page.getByRole('heading', { name: 'Hi Grace Lovelace, Welcome to Moodring' })).toBeVisible();
  grace.allowError(/status of 400 .*recovery\/link\/owner/);
  await grace.goesTo('/new-password#of-nobody');
  await expect(grace.page.getByText('This link does not work')).toBeVisible();
  await expect(grace.page.getByRole('main')).not.toContainText('@');
});

test('the link of an email is used in its account: the page asks to log in, and says when it is another one', async ({
  signUp,
  guest: open,
}) => {
  const [ada, grace] = [await signUp('Ada', 'Lovelace', { app }), await signUp('Grace', 'Lovelace', { app })];
  await ada.calls('POST', `/api/users/${ada.uid}/email/confirmation`, {});
  const link = `/confirm-email#${tokenOf(await mail.next(ada.email))}`;
  grace.expectError(/status of 400 .*recovery\/email/);
  await grace.goesTo(link);
  await grace.page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(grace.page.getByText('This link is for another account.')).toBeVisible();

  const { page } = await open({ app });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await typeInto(page, { Email: ada.email, Password: PASSWORD });
  await page.keyboard.press('Enter');
  await enterOn(page, page.getByRole('button', { name: 'Confirm my email' }));
  await expect(page.getByText(`You log in with ${ada.email}.`)).toBeVisible();
});

test('a new email counts when its link is used, and an email is confirmed', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { app });
  const { page } = ada;
  await ada.goesTo('/settings/you');
  await enterOn(page, page.getByRole('button', { name: 'Confirm my email' }));
  await expect(page.getByText(`A link is on its way to ${ada.email}.`)).toBeVisible();
  await page.goto(`/confirm-email#${tokenOf(await mail.next(ada.email))}`);
  await enterOn(page, page.getByRole('button', { name: 'Confirm my email' }));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused();
  await enterOn(page, page.getByRole('link', { name: 'Go to the settings' }));
  await expect(page.getByText('is confirmed.')).toBeVisible();

  const email = 'augusta@example.com';
  await enterOn(page, page.getByText('Change my email'));
  await typeInto(page, { 'New email': email, 'Your password, to change your email': PASSWORD });
  await page.keyboard.press('Enter');
  await expect(page.getByText(`It stays until you open the link that went to ${email}.`)).toBeVisible();
  expect((await mail.next(ada.email)).text).toContain(email);
  await page.goto(`/confirm-email#${tokenOf(await mail.next(email))}`);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByText(`You log in with ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the settings' }).click();
  await expect(page.getByRole('heading', { name: 'You', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(ada.email);
});

test('a phone is confirmed by a code, and a code to it sets a new password', { tag: '@core' }, async ({
  signUp,
  guest: open,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { app, phonenumber: '+14155550177' });
  const { page } = ada;
  const codes = () => app.textsTo('+14155550177').map((text) => /^\d{6}/.exec(text)![0]);
  await ada.goesTo('/settings/you');
  await expect(page.getByText('Texts go only to confirmed phones here')).toBeVisible();
  await expect(page.getByText('+14155550177 is not confirmed yet.')).toBeVisible();
  await enterOn(page, page.getByRole('button', { name: 'Send me a code' }));
  await expect(page.getByText('A code is on its way. It works for 10 minutes.')).toBeVisible();
  ada.expectError(/status of 400 .*phone\/proof/);
  await typeInto(page, { Code: 'none', 'Your password, to confirm your phone': PASSWORD });
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code is not right, or it has run out.')).toBeVisible();
  await page.getByLabel('Code').fill(codes()[0]!);
  await page.getByRole('button', { name: 'Confirm my phone' }).click();
  await expect(page.getByText('+14155550177 is confirmed.')).toBeVisible();

  const guest = await open({ app });
  await guest.goesTo('/chat/nobody');
  await guest.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await tabTo(guest.page, guest.page.getByRole('button', { name: 'Text me a code instead' }));
  await guest.page.keyboard.press('Enter');
  await guest.fillsIn({ Email: ada.email }, 'Text me a code');
  await expect(guest.page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();
  await expect.poll(codes).toHaveLength(2);
  await guest.fillsIn({ Code: codes()[1]!, 'New password': NEW }, 'Set my new password');
  await expect(guest.page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
});

test('an old confirmation link leads to another; without mail the log-in says so', async ({ guest, signUp }) => {
  const stranger = await guest();
  await stranger.goesTo('/confirm-email#of-nobody');
  await stranger.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(stranger.page.getByText('No confirmed phone? The person who runs this Moodring can make')).toBeVisible();
  const ada = await signUp('Ada', 'Lovelace');
  ada.expectError(/status of 400 .*recovery\/email/);
  await ada.goesTo('/confirm-email#of-nobody');
  await ada.page.getByRole('button', { name: 'Confirm my email' }).click();
  await ada.page.getByRole('link', { name: 'Go to the settings' }).click();
  await expect(ada.page.getByRole('main').getByText(ada.email)).toBeVisible();
  await expect(ada.page.getByText('Change my email')).toHaveCount(0);
});
