import { colourOf } from '#tests/support/browser/colour.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { Person } from '#tests/support/people/person.ts';
import { App } from '#tests/support/servers/app-process.ts';

test('/message sends the typed text to the typed number', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/message');
  const words = '  Dear friend,\n\n“é” & <b>me</b>: 100% 👋  ';
  await ada.fillsIn({ 'Phone number': '(020) 7946 0018', Message: words }, 'Send Message');
  await expect(ada.page.getByText('Your message to (020) 7946 0018 is on its way.')).toBeVisible();
  await expect.poll(() => app.textsTo('(020) 7946 0018')).toHaveLength(1);
  expect(app.textsTo('(020) 7946 0018')[0]!.replaceAll('\r\n', '\n')).toBe(words);
});

test('it names the countries that the settings allow', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/message');
  await expect(ada.page.getByText('Goes to phones in the US, just as you write it.', { exact: true })).toBeVisible();
});

test('the next person at this browser finds an empty form', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/message');
  await ada.page.getByLabel('Phone number', { exact: true }).fill('555 0166');
  await ada.page.getByLabel('Message', { exact: true }).fill('Nobody else’s to read');
  await ada.signsOut();
  await expect(ada.page.getByLabel('Message', { exact: true })).toHaveValue('');
  await expect(ada.page.getByLabel('Phone number', { exact: true })).toHaveValue('');
});

test('a number without digits and a blank message are refused', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  ada.expectError(/status of 400 .*texts\/general/);
  await ada.goesTo('/message');
  await ada.fillsIn({ 'Phone number': 'home', Message: 'Hello' }, 'Send Message');
  await expect(ada.page.getByRole('alert')).toContainText('A phone number needs digits.');
  await ada.fillsIn({ 'Phone number': '555 0199', Message: '  ' }, 'Send Message');
  await expect(ada.page.getByRole('alert')).toContainText('A message needs some text.');
});

test("signed out, /message shows its form and answers 'User is not signed in.'", async ({ guest, app }) => {
  const stranger = await guest();
  stranger.expectError(/status of 401 .*texts\/general/);
  await stranger.goesTo('/message');
  await stranger.fillsIn({ 'Phone number': '555 0177', Message: 'Anybody?' }, 'Send Message');
  const refusal = stranger.page.getByRole('main').getByText('User is not signed in.', { exact: true });
  await expect(refusal).toBeVisible();
  await expect.poll(() => colourOf(refusal, 'color')).toBe('red');
  expect(await app.sql("select from texts where phone_number = '555 0177'")).toEqual([]);
});

test('where texts are not set up, /message and the settings say so', async ({ browser }) => {
  const app = await App.open({ GENERAL_MESSAGE_URL: '' });
  try {
    const profile = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.com', phonenumber: '' };
    const ada = await Person.signUp(browser, app.url, {}, profile);
    await ada.goesTo('/message');
    await expect(ada.page.getByText('so no phone gets what you write here.')).toBeVisible();
    await ada.fillsIn({ 'Phone number': '+14155550166', Message: 'Anybody?' }, 'Send Message');
    await expect(ada.page.getByText('Your message is kept, and not sent to +14155550166')).toBeVisible();
    await expect.poll(() => app.sql('select status from texts')).toEqual([{ status: 'recorded' }]);
    await ada.goesTo('/settings');
    await expect(ada.page.getByText('Texts are not set up on this Moodring, so nobody gets any yet.')).toBeVisible();
    expect(ada.unexpectedErrors()).toEqual([]);
    await ada.context.close();
  } finally {
    await app.close();
  }
});
