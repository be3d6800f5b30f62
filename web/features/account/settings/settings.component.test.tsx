import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Recovery } from '#contract/account/recovery.ts';
import type { Settings } from '#contract/account.ts';
import { ADA, openApp } from '#tests/support/components/open-app.tsx';

const HINT = 'We can’t text this number.';
const saved = page.getByText('Saved.');
const hint = page.getByText(HINT);
const number = page.getByLabelText('Phone number');
const save = page.getByRole('button', { name: 'Save' });

const SETTINGS = { phoneRefused: false, textsStopped: false, startNumber: null } as Settings;
const RECOVERY: Recovery = {
  ...{ email: ADA.email, emailConfirmed: true, newEmail: null, sendsMail: false },
  ...{ phone: '', phoneProven: true, codeRefused: null, phoneProof: 'off', linked: false, providerEnded: false },
};

/** Opens the page about the person. Numbers that begin with 9, and words, get no texts. @returns the profiles that were stored */
function opens({ user = {}, settings = {}, recovery = {}, more = {} }) {
  const stored: object[] = [];
  openApp('/settings/you', [], {
    'GET /api/identity/get-session': () => {
      const known = { ...ADA, ...user, ...stored.at(-1) };
      return Response.json({ user: { ...known, name: `${known.firstname} ${known.lastname}` } });
    },
    'GET /api/installation': { sendsTexts: true, signInWith: 'Our Home' },
    'GET /api/users/ada/settings': { ...SETTINGS, ...settings },
    'GET /api/users/ada/recovery': () => Response.json({ ...RECOVERY, ...recovery }),
    'POST /api/phone-numbers/check': ({ phoneNumber }: { phoneNumber: string }) =>
      Response.json({ canText: /^[^9\p{L}]/u.test(phoneNumber) }),
    'POST /api/identity/update-user': (profile: object) => {
      stored.push(profile);
      return Response.json({ status: true });
    },
    ...more,
  });
  return stored;
}

test('the initials are those of the email of a person without a name, and saving requires one', async () => {
  const stored = opens({ user: { email: 'ada.lovelace@example.com', firstname: '', lastname: '', initials: '' } });
  await expect.element(page.getByRole('button', { name: 'AL, your account' })).toHaveTextContent('AL');
  const name = page.getByLabelText('First name');
  for (const nothing of ['', '  ', '\u200b']) {
    await name.fill(nothing);
    await save.click();
    await expect
      .element(page.getByText('Please give a name. Friends see it in their list.', { exact: true }))
      .toBeVisible();
    await expect.element(name).toHaveFocus();
  }
  expect(stored).toEqual([]);
  // Without mail it can't be changed.
  await expect.element(page.getByRole('main').getByText(RECOVERY.email)).toBeVisible();
  expect(page.getByText('Change my email').elements()).toEqual([]);
});

test('a new name appears at once', async () => {
  const stored = opens({});
  await page.getByLabelText('Last name').fill('Byron');
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(stored).toMatchObject([{ firstname: 'Ada', lastname: 'Byron' }]);
  await page.getByRole('button', { name: 'your account' }).click();
  await expect.element(page.getByRole('banner').getByText('Ada Byron')).toBeVisible();
});

test('a switch that cannot be stored goes back, and says why, also when nothing can be fetched', async () => {
  let isAway = false;
  const error = { code: 'unavailable', message: 'Moodring is catching its breath. Please try again.' };
  openApp('/settings/found', [], {
    'GET /api/installation': {},
    'GET /api/users/ada/settings': () =>
      isAway
        ? Promise.reject(new Error('away'))
        : Response.json({ ...SETTINGS, foundInSearch: true, asksFirst: false }),
    'PATCH /api/users/ada/settings': () => {
      isAway = true;
      return Response.json({ error }, { status: 503 });
    },
  });
  const isFound = page.getByRole('switch', { name: 'They can find me' });
  await isFound.click();
  await expect.element(page.getByText(error.message)).toBeVisible();
  await expect.element(isFound).toBeChecked();
});

test('a number that texts cannot reach gets a hint, which does not move the button away, and is stored', async () => {
  const stored = opens({ user: { phonenumber: '22395' }, settings: { phoneRefused: true } });
  await expect.element(number).toHaveAccessibleDescription(HINT);
  await number.fill('(415) 555-0177');
  await expect.element(hint).not.toBeInTheDocument();
  const top = async (of: Locator) => (await of.findElement()).getBoundingClientRect().y;
  const before = (await top(save)) - (await top(number));
  await number.fill('900 555 0123');
  await userEvent.tab();
  await expect.element(number).toHaveAccessibleDescription(HINT);
  expect((await top(save)) - (await top(number))).toBe(before);
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(stored).toMatchObject([{ phonenumber: '900 555 0123' }]);
});

test.each([
  ['+14155550199', '+14155550199.'],
  [null, 'the number that they came from.'],
])('after a STOP the page says where START goes: %s', async (startNumber, where) => {
  opens({ settings: { textsStopped: true, startNumber } });
  const words = 'STOP was texted from this phone, so it gets no texts. Text START to ';
  await expect.element(page.getByText(words + where)).toBeVisible();
});

test('log-ins with the provider of the operator can be ended, and allowed again', async () => {
  let providerEnded = false;
  const change = (isEnded: boolean) => () => {
    providerEnded = isEnded;
    return Response.json({ ok: true });
  };
  opens({
    more: {
      'GET /api/users/ada/recovery': () => Response.json({ ...RECOVERY, linked: !providerEnded, providerEnded }),
      'DELETE /api/users/ada/provider': change(true),
      'PUT /api/users/ada/provider': change(false),
    },
  });
  await expect.element(page.getByText('Our Home lets you in, too.')).toBeVisible();
  await page.getByRole('button', { name: 'End that' }).click();
  await expect.element(page.getByText('Our Home no longer lets you in.')).toBeVisible();
  await page.getByText('Allow it again').click();
  await page.getByLabelText('Current password').nth(1).fill('her password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Our Home lets you in, too.')).toBeVisible();
});

test('after a new password this device gets notifications as before: its session is a new one', async () => {
  const chosen = { endpoint: 'https://push.example.com/1', about: 'support', showNames: true, showWords: false };
  const options = { applicationServerKey: new Uint8Array([1, 2, 3]).buffer };
  const subscription = { ...chosen, options, toJSON: () => ({ endpoint: chosen.endpoint }) };
  const pushManager = { getSubscription: async () => subscription };
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never);
  onTestFinished(() => void vi.restoreAllMocks());
  localStorage.setItem('push:ada', `on ${Date.now()}`);
  let device: object | null = { ...chosen, reachedAt: 1, isSilent: false };
  const changes: object[] = [];
  const answer = (change: object | null) => {
    device = change && { ...device, ...change };
    return Response.json(device);
  };
  opens({
    more: {
      'GET /api/users/ada/push': () => Response.json({ key: 'AQID', device }),
      'PUT /api/users/ada/push': answer,
      'PATCH /api/users/ada/push': (change: object) => {
        changes.push(change);
        return answer(change);
      },
      'POST /api/identity/change-password': () => answer(null),
    },
  });
  await page.getByText('Change my password').click();
  for (const label of ['Current password', 'New password']) await page.getByLabelText(label).fill('a password of mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect.element(page.getByText('Your password is changed')).toBeVisible();
  const { endpoint: _, ...choices } = chosen;
  await expect.poll(() => changes).toEqual([choices]);
});

test('quiet hours go by the clock of the device that was opened last', async () => {
  const sent: object[] = [];
  const settings = { ...SETTINGS, quietHours: { from: '22:00', to: '07:00', zone: 'Pacific/Auckland' } };
  openApp('/status', [], {
    'GET /api/users/ada/settings': settings,
    'PATCH /api/users/ada/settings': (change: object) => {
      sent.push(change);
      return Response.json({ ...settings, ...change });
    },
  });
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  await expect.poll(() => sent).toEqual([{ quietHours: { from: '22:00', to: '07:00', zone } }]);
});

test('quiet hours that begin and end at the same time are refused beside them', async () => {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  openApp('/settings/news', [], {
    'GET /api/users/ada/settings': { ...SETTINGS, texts: 'all', quietHours: { from: '22:00', to: '07:00', zone } },
    'GET /api/installation': { resetBy: [], sendsTexts: false },
  });
  await page.getByLabelText('From').fill('07:00');
  await page.getByRole('heading', { level: 1 }).click();
  await expect.element(page.getByText('Choose two different times.')).toBeVisible();
});
