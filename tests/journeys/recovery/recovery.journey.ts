import { expect, ownApp, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo, typeInto } from '#tests/support/browser/keyboard.ts';
import { type MailServer, openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';

const NEW = 'tangerine kettle morning';

// One after the other in one worker: they share an app that sends mail.
test.describe.configure({ mode: 'default' });
test.slow();

let mail: MailServer;
const app = ownApp(async () => {
  mail = await openMailServer();
  return { SMTP_URL: mail.url, MAIL_FROM: 'moodring@example.com', PHONE_PROOF: 'required' };
});
test.afterAll(() => mail.close());

test('a link by mail sets a new password and ends the other sessions', {
  tag: '@core',
}, async ({ signUp, guest: open }) => {
  const ada = await signUp('Ada', 'Lovelace', { app: app() });
  await ada.goesTo('/circles');
  await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeVisible();
  const guest = await open({ app: app() });
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

test('a phone is confirmed by a code, and a code to it sets a new password', { tag: '@core' }, async ({
  signUp,
  guest: open,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { app: app(), phonenumber: '+14155550177' });
  const { page } = ada;
  const codes = () =>
    app()
      .textsTo('+14155550177')
      .map((text) => /^\d{6}/.exec(text)![0]);
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

  const guest = await open({ app: app() });
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
