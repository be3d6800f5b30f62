import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CheckIns, FriendCheckIn } from '#contract/account/check-in.ts';
import { friend, loseConnection, openApp } from '#tests/support/components/open-app.tsx';

const plan = { days: [1], at: '09:00', until: '12:00', zone: 'UTC', countsUse: true, awayUntil: null, friends: [] };
const due: CheckIns = {
  isReached: true,
  own: {
    ...plan,
    ...{ asksAt: null, endsAt: Date.now() + 60_000, missedAt: null, answeredAt: null },
    ...{ isReminded: true, notifiesFriends: true },
  },
  friends: [],
};

test('Escape and the link to leave quickly are no answer; another key is', async () => {
  let [isAsked, answers] = [false, 0];
  openApp('/settings', [], {
    'GET /api/users/ada/check-ins': () => {
      isAsked = true;
      return Response.json(due);
    },
    'POST /api/users/ada/check-in/answer': () => {
      answers++;
      return Response.json({ ...due, own: null });
    },
  });
  const leave = await page.getByRole('link', { name: 'Leave quickly' }).findElement();
  await expect.poll(() => isAsked).toBe(true);
  await userEvent.keyboard('{Escape}');
  leave.focus();
  await userEvent.keyboard('{Shift}');
  expect(answers).toBe(0);
  leave.blur();
  await userEvent.keyboard('{Shift}');
  await expect.poll(() => answers).toBe(1);
});

test.each([
  ['is sent with the next connection', 0, 2],
  ['is not sent when the round has ended', 120_000, 1],
])('an answer that could not be sent %s', async (_, later, sent) => {
  let [asked, answers] = [0, 0];
  openApp('/check-in', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': () => {
      asked++;
      return Response.json({ ...due, own: { ...due.own!, countsUse: false, endsAt: Date.now() + 60_000 } });
    },
    'POST /api/users/ada/check-in/answer': () => {
      answers++;
      return Response.json({ error: { code: 'unavailable', message: 'Later.' } }, { status: 503 });
    },
  });
  await page.getByRole('button', { name: 'I’m here' }).click();
  await expect.element(page.getByText('Not sent yet.')).toBeVisible();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => void vi.restoreAllMocks());
  const before = asked;
  loseConnection();
  await expect.poll(() => (sent === 1 ? asked > before : answers === sent)).toBe(true);
  expect(answers).toBe(sent);
});

test('a missed one whose friends are gone does not say that nobody is told', async () => {
  openApp('/circles', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': {
      ...due,
      own: { ...due.own!, endsAt: null, missedAt: Date.now(), notifiesFriends: false },
    },
  });
  const card = page.getByRole('region', { name: 'Planned check-in' });
  await expect.element(card).toHaveTextContent('You haven’t checked in. I’m here');
});

test('the first screen shows a missed one and marks the circle; the answer is confirmed in its place', async () => {
  const friends = [{ uid: 'grace', hasAgreed: true }];
  const own = { ...due.own!, endsAt: null, missedAt: Date.now(), friends };
  openApp('/', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': { ...due, own },
    'POST /api/users/ada/check-in/answer': { ...due, own: { ...own, missedAt: null, answeredAt: Date.now() } },
  });
  const card = page.getByRole('region', { name: 'Planned check-in' });
  const circle = page.getByRole('contentinfo').getByRole('link', { name: 'Circle' });
  await expect.element(circle).toMatchTextContent(/1.*Planned check-in/);
  // No tap in passing answers it now.
  await page.getByRole('heading', { level: 1 }).click();
  await card.getByRole('button', { name: 'I’m here' }).click();
  await expect.element(card).toHaveTextContent('You have checked in. Friends who were told can see it.');
  await expect.element(circle).not.toMatchTextContent('Planned check-in');
});

const request: FriendCheckIn = {
  ...{ uid: 'grace', firstname: 'Grace', lastname: 'Hopper', initials: 'G' },
  times: { days: [1, 7], at: '09:00', until: '12:00', zone: 'Mars/Olympus', awayUntil: null },
  ...{ hasAgreed: null, hasNewTimes: false, missedAt: null, answeredAt: null, isOver: false },
};

test('a friend’s request says when; what was answered stays in its place', async () => {
  let agrees = false;
  openApp('/', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': { isReached: true, own: null, friends: [request] },
    'PUT /api/users/ada/check-ins/grace': (given: { agrees: boolean }) => {
      agrees = given.agrees;
      return Response.json({ isReached: true, own: null, friends: [{ ...request, hasAgreed: agrees }] });
    },
  });
  const card = page.getByRole('region', { name: /Grace/ });
  await expect.element(card).toMatchTextContent(/Mon, Sun, 0?9:00.* to 12:00.*Mars/);
  await expect.element(card).toMatchTextContent(/Without an answer by then, Moodring tells you/);
  await card.getByRole('button', { name: 'Not now' }).click();
  await expect.element(card).toMatchTextContent(/Grace asked you to look in.*Grace won’t see this/);
  await card.getByRole('button', { name: 'Yes, I will' }).click();
  await expect.element(card).toMatchTextContent(/You said you would look in/);
  await expect.element(card).toMatchTextContent(/Grace sees it when you stop/);
  await card.getByRole('button', { name: 'Stop' }).click();
  await expect.element(card).toMatchTextContent(/You don’t look in/);
  expect(agrees).toBe(false);
});

test('who removes a friend on whom they look in reads that they stop', async () => {
  openApp('/cares', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': { isReached: true, own: null, friends: [{ ...request, hasAgreed: true }] },
    'GET /api/users/ada/connections/grace/controls': { mutedUntil: null, hidesMood: false },
  });
  await page.getByRole('button', { name: 'More about Grace' }).click();
  await expect.element(page.getByRole('link', { name: 'Check-in of Grace' })).toHaveAttribute('href', '/check-in');
  await page.getByRole('button', { name: 'Remove, block or report' }).click();
  await expect.element(page.getByText('You also stop looking in. Grace sees that.')).toBeVisible();
});

test('new times ask a friend who had said yes; an end says so', async () => {
  const agreed = { ...request, hasAgreed: true };
  openApp('/circles', [friend('Grace', 'Hopper'), friend('Sam', 'Reed')], {
    'GET /api/users/ada/check-ins': {
      isReached: true,
      own: null,
      friends: [
        { ...agreed, hasNewTimes: true },
        { ...agreed, uid: 'sam', firstname: 'Sam', missedAt: 1, answeredAt: Date.now(), isOver: true },
      ],
    },
    'PUT /api/users/ada/check-ins/grace': { isReached: true, own: null, friends: [agreed] },
  });
  const card = page.getByRole('region', { name: 'Check-in of Grace' });
  await expect.element(card).toMatchTextContent(/Grace has changed the times. Do you still look in\?/);
  await expect.element(card).toMatchTextContent(/Mon, Sun/);
  const over = page.getByRole('region', { name: 'Check-in of Sam' });
  await expect.element(over).toMatchTextContent(/Sam has checked in.*The check-in has ended/);
  await card.getByRole('button', { name: 'Yes, I will' }).click();
  await expect.element(card).toMatchTextContent(/Grace asked you to look in/);
  expect(card.getByRole('button', { name: 'Yes, I will' }).elements()).toEqual([]);
});

test('the chat with a friend who has missed one says so', async () => {
  openApp('/chat/grace', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': {
      isReached: true,
      own: null,
      friends: [{ ...request, hasAgreed: true, missedAt: Date.now() }],
    },
  });
  const strip = page.getByRole('main').getByRole('region', { name: 'Check-in of Grace' });
  await expect
    .element(strip)
    .toMatchTextContent(/Grace has not checked in. No answer by .* You said you would look in/);
});

test('while nobody looks in, the first screen says that nobody would be told', async () => {
  openApp('/', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': {
      ...due,
      own: { ...due.own!, endsAt: null, friends: [{ uid: 'grace', hasAgreed: false }] },
    },
  });
  const card = page.getByRole('region', { name: 'Planned check-in' });
  await expect.element(card).toMatchTextContent(/No friend looks in now/);
  await card.getByRole('link', { name: 'Planned check-in' }).click();
  await expect.element(page.getByRole('button', { name: 'Change' })).toBeVisible();
});

test('the day on which the person is back is saved when it is chosen; one that is over is not kept', async () => {
  const saved: unknown[] = [];
  const own = { ...due.own!, endsAt: null, missedAt: null, asksAt: Date.now() };
  openApp('/check-in', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': { ...due, own },
    'PUT /api/users/ada/check-in': ({ awayUntil }: { awayUntil: string }) => {
      saved.push(awayUntil);
      return Response.json({ ...due, own: { ...own, awayUntil } });
    },
  });
  const field = page.getByLabelText('Away until');
  await field.fill('2020-01-01');
  await page.getByRole('heading', { level: 1 }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('Choose a later day.')).toBeVisible();
  await field.fill('2999-12-24');
  await expect.poll(() => saved).toEqual(['2999-12-24']);
  await page.getByRole('button', { name: 'I’m back' }).click();
  await expect.poll(() => saved).toEqual(['2999-12-24', null]);
});

test('an answer that is under way does not read as one that waits', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  openApp('/check-in', [friend('Grace', 'Hopper')], {
    'GET /api/users/ada/check-ins': due,
    'POST /api/users/ada/check-in/answer': async () => {
      answers++;
      await promise;
      return Response.json({ error: { code: 'unavailable', message: 'Later.' } }, { status: 503 });
    },
  });
  // A tap elsewhere is an answer, too.
  await expect.element(page.getByText('Please check in by')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => answers).toBe(1);
  expect(page.getByText('Not sent yet.').elements()).toEqual([]);
  resolve();
  await expect.element(page.getByText('Not sent yet.')).toBeVisible();
});
