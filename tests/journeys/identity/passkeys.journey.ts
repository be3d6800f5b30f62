import type { CDPSession } from '@playwright/test';
import { expect, type Guest, ownApp, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';

// Only Chromium has a virtual authenticator.
test.skip(({ browserName }) => browserName !== 'chromium');

// One after the other in one worker: they share the app.
test.describe.configure({ mode: 'default' });

/** Passkeys belong to a name: an address of digits has none. */
const app = ownApp({}, 'localhost');

/** A phone with a screen lock, in this browser. */
async function plugIn({ context, page }: Guest): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { session, authenticatorId };
}

/** Takes the device's passkeys along to another browser of the same person. */
async function copyPasskeys(from: Awaited<ReturnType<typeof plugIn>>, to: Awaited<ReturnType<typeof plugIn>>) {
  const { credentials } = await from.session.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials)
    await to.session.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

/** A browser whose email field suggests no passkeys. The virtual device would accept a suggestion before the button is pressed. */
async function withoutSuggestions(guest: Guest): Promise<Guest> {
  await guest.context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  return guest;
}

async function addPasskey(ada: Person, password = PASSWORD): Promise<void> {
  const main = ada.page.getByRole('main');
  // Lists above it move it while they load.
  await expect(ada.page.locator('html[data-settled]')).toBeAttached();
  await main.getByText('Add a passkey', { exact: true }).click();
  await main.getByLabel('A name for it').fill('My phone');
  await main.getByLabel('Your password, to add a passkey').fill(password);
  await main.getByRole('button', { name: 'Continue' }).click();
}

test('a passkey is added with the password, renamed, used and removed', { tag: '@core' }, async ({
  signUp,
  guest: open,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { app: app() });
  const phone = await plugIn(ada);
  await ada.goesTo('/settings/devices');
  const row = ada.page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
  ada.expectError(/status of 400 .*passkeys\/options/);
  await addPasskey(ada, 'not the password');
  await expect(ada.page.getByRole('main').getByText('Invalid password')).toBeVisible();
  await ada.page.getByText('Add a passkey', { exact: true }).click();
  await addPasskey(ada);
  await expect(row).toContainText('My phone');
  await expect(row).toContainText('not used yet');
  await row.getByText('Rename', { exact: true }).click();
  await row.getByLabel('New name').fill('Old phone');
  await ada.page.keyboard.press('Enter');
  await expect(row).toContainText('Old phone');
  await expect(row.getByText('Rename', { exact: true })).toBeFocused();

  const guest = await withoutSuggestions(await open({ app: app() }));
  await guest.goesTo('/login');
  await copyPasskeys(phone, await plugIn(guest));
  await guest.page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(guest.page).toHaveURL('/mood');
  await expect(guest.page.getByRole('heading', { name: 'Hi Ada Lovelace' })).toBeVisible();

  await ada.page.reload();
  await expect(row).toContainText('last used');
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await expect(ada.page.getByText('“Old phone” is removed.')).toBeFocused();
  const late = await withoutSuggestions(await open({ app: app() }));
  await late.goesTo('/login');
  await copyPasskeys(phone, await plugIn(late));
  late.expectError(/status of 401 .*verify-authentication/);
  await late.page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(late.page.getByText('This passkey is not known here. Please log in with your password.')).toBeVisible();
});

test("the email field offers passkeys, also on a signed-out chat's form", async ({ signUp, guest: open }) => {
  const ada = await signUp('Ada', 'Lovelace', { app: app() });
  const phone = await plugIn(ada);
  await ada.goesTo('/settings/devices');
  await addPasskey(ada);
  await expect(ada.page.getByText('Your passkey is added.')).toBeVisible();

  const guest = await open({ app: app() });
  // The virtual device answers the field's offer at once, as if the person had chosen the suggestion.
  await copyPasskeys(phone, await plugIn(guest));
  // The person presses the button, too, while the suggestion signs in.
  const pressed = Promise.withResolvers<void>();
  let signIns = 0;
  await guest.page.route('**/verify-authentication', async (route) => {
    signIns += 1;
    await pressed.promise;
    await route.continue();
  });
  const signIn = guest.page.waitForRequest('**/verify-authentication');
  await guest.goesTo(`/chat/${ada.uid}`);
  await signIn;
  await guest.page.getByRole('button', { name: 'Use a passkey' }).click();
  pressed.resolve();
  await expect(guest.page.getByLabel('Email')).toHaveCount(0);
  await expect(guest.page.getByRole('button', { name: 'your account' })).toBeVisible();
  expect(signIns).toBe(1);
});
