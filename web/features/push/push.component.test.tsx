import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const device = { endpoint: 'https://push.example.com/1', about: 'all', showNames: false, showWords: false };

test('an address for ntfy is proposed, rings once when it is saved, and is removed', async () => {
  const topic = 'https://ntfy.sh/moodring-x';
  const answers: object[] = [];
  let isRefused = true;
  openApp('/settings/news', [], {
    'GET /api/users/ada/push': { key: 'AQID', device: null, topic: null, topicRefuses: false, proposedTopic: topic },
    'PUT /api/users/ada/push/topic': (body: object) => {
      if (isRefused) return Response.json({ error: { code: 'invalid', message: 'Not this one.' } }, { status: 400 });
      answers.push(body);
      return Response.json(body);
    },
  });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('Copied.')).toBeVisible();
  expect(copied).toHaveBeenCalledWith('moodring-x');
  const field = page.getByLabelText('Address for ntfy');
  await expect.element(page.getByText('Subscribe there to the topic moodring-x')).toBeVisible();
  await expect.element(field).toHaveValue(topic);
  const save = page.getByRole('button', { name: 'Save and ring once' });
  await save.click();
  await expect.element(page.getByText('Not this one.')).toBeVisible();
  await expect.element(field).toHaveValue(topic);
  isRefused = false;
  await save.click();
  await expect.element(page.getByText(`Calls for support and check-ins ring at ${topic}`)).toHaveFocus();
  await expect.element(page.getByText('Your phone should ring in a moment.')).toBeVisible();
  await expect.element(page.getByText('Last sent there: ')).toBeVisible();
  await page.getByRole('button', { name: 'Ring once' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText('Install ntfy on your phone.')).toHaveFocus();
  expect(answers).toEqual([{ topic }, { topic }, { topic: null }]);
});

test('a topic that refuses does not ring, and says when it last took one', async () => {
  const push = { key: 'AQID', device: null, topic: 'https://ntfy.sh/x', proposedTopic: 'https://ntfy.sh/y' };
  openApp('/settings/news', [], {
    'GET /api/users/ada/push': { ...push, topicRefuses: true, topicSentAt: Date.now() },
  });
  await expect.element(page.getByText('Nothing rings at https://ntfy.sh/x now.')).toBeVisible();
  await expect.element(page.getByText('Last sent there: ')).toBeVisible();
});

test('a phone call is offered where there are calls, and says why it cannot be turned on', async () => {
  const push = { key: 'AQID', device: null, topic: null, topicRefuses: false, proposedTopic: 'https://ntfy.sh/x' };
  let isRefused = true;
  openApp('/settings/news', [], {
    'GET /api/users/ada/push': { ...push, callsFrom: '+14155550190', isCalled: false },
    'PUT /api/users/ada/push/calls': (body: object) =>
      isRefused
        ? Response.json({ error: { code: 'invalid', message: 'Not this number.' } }, { status: 400 })
        : Response.json(body),
  });
  const turnOn = page.getByRole('button', { name: 'Call me, too' });
  await expect.element(page.getByText('It calls from +14155550190.')).toBeVisible();
  await turnOn.click();
  await expect.element(page.getByText('Not this number.')).toBeVisible();
  isRefused = false;
  await turnOn.click();
  await expect.element(page.getByText('Moodring calls you when a friend picks Dark.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop calling me' }).click();
  await expect.element(turnOn).toBeVisible();
});

test('who has to confirm a number or an email first finds the way', async () => {
  const recovery = { email: 'ada@example.com', emailConfirmed: false, newEmail: null, sendsMail: true };
  openApp('/settings/news', [], {
    'GET /api/users/ada/push': {
      ...{ key: 'AQID', device: null, topic: null, topicRefuses: false, proposedTopic: 'https://ntfy.sh/x' },
      ...{ callsFrom: '+14155550190', isCalled: false },
    },
    'GET /api/users/ada/recovery': { ...recovery, phone: '', phoneProven: false, codeRefused: null },
    'GET /api/users/ada/settings': { texts: 'all', quietHours: null },
    'GET /api/installation': { resetBy: ['email'], sendsTexts: false },
  });
  await expect
    .element(page.getByRole('link', { name: 'My phone number' }))
    .toHaveAttribute('href', '/settings/you#phone');
  await expect
    .element(page.getByRole('link', { name: 'Confirm my email' }))
    .toHaveAttribute('href', '/settings/you#email');
  expect(page.getByRole('button', { name: 'Call me, too' }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Confirm my email' }).click();
  await expect.element(page.getByRole('heading', { name: 'Email' })).toBeInViewport();
});

test.each([
  [true, 'None has arrived on this device for a week.'],
  [false, null],
])('a device that is silent for a week is said to be: %s', async (isSilent, words) => {
  const subscription = {
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    endpoint: device.endpoint,
  };
  vi.stubGlobal('Notification', { permission: 'granted' });
  const pushManager = { getSubscription: async () => subscription };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never);
  onTestFinished(() => void vi.restoreAllMocks());
  localStorage.setItem('push:ada', `on ${Date.now()}`);
  const fetched = vi.fn(() =>
    Response.json({ key: 'AQID', device: { ...device, reachedAt: 1, isSilent }, topic: null }),
  );
  openApp('/circles', [friend('Grace', 'Hopper')], { 'GET /api/users/ada/push': fetched });
  if (words) await expect.element(page.getByText(words)).toBeVisible();
  else {
    await expect.poll(() => fetched).toHaveBeenCalled();
    expect(page.getByText('None has arrived').elements()).toEqual([]);
  }
});
