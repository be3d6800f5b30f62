import { afterAll, expect, test, vi } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { createMailer, describeMail } from './mailer.ts';

const server = await openMailServer();
afterAll(() => server.close());
const FROM = 'Moodring <moodring@example.com>';

function open(retryAfterMs: number[] = [], url = server.url) {
  const { log, lines } = createTestLog();
  const mailer = createMailer({ url, from: FROM }, log, retryAfterMs);
  afterAll(() => mailer.close());
  return { mailer, messages: () => lines.map(({ msg }) => msg), logged: () => JSON.stringify(lines) };
}

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'One\n.two\nthrée\n' };

test('an address with a comma is one address, not two', async () => {
  const { mailer } = open();
  const before = server.received.length;
  await mailer.sendNow({ ...MAIL, to: 'x@example.com, other@example.com' });
  expect(server.received.slice(before).map(({ to }) => to)).not.toContain('other@example.com');
});

test('a mail that the server cannot take now is sent again', async () => {
  // Enough tries until the test has seen the first one fail.
  const { mailer, messages } = open(Array(500).fill(20));
  server.answers['MAIL FROM'] = '451 later';
  mailer.send({ ...MAIL, to: 'grace@example.com' });
  await vi.waitFor(() => expect(messages()).toEqual(['Mail cannot be sent (SMTP_URL)']));
  delete server.answers['MAIL FROM'];
  await server.next('grace@example.com');
  await vi.waitFor(() => expect(messages()).toContain('Mail can be sent again'));
});

test('an address that the server refuses is not tried again, and is in no log', async () => {
  const { mailer, messages, logged } = open([10, 10]);
  server.answers['RCPT TO'] = '550 nobody@example.com is not here';
  mailer.send({ ...MAIL, to: 'nobody@example.com' });
  await vi.waitFor(() => expect(messages()).toEqual(['A mail was refused']));
  delete server.answers['RCPT TO'];
  mailer.send({ ...MAIL, to: 'mei@example.com' });
  await server.next('mei@example.com');
  expect(logged()).not.toContain('example.com');
  expect(server.received.map(({ to }) => to)).not.toContain('nobody@example.com');
});

test('a wrong password is reported at the start, once, without the password', async () => {
  const { mailer, messages, logged } = open([10], server.url.replace('//', '//user:very-secret@'));
  server.answers['AUTH PLAIN'] = '535 no';
  await mailer.verify();
  mailer.send(MAIL);
  expect(await mailer.sendNow(MAIL)).toEqual({
    reason: 'the mail server refuses the user name or password in SMTP_URL: it answered 535',
    isPermanent: true,
    isOfRecipient: false,
  });
  delete server.answers['AUTH PLAIN'];
  expect(messages()).toEqual(['Mail cannot be sent (SMTP_URL)']);
  expect(logged()).not.toContain('secret');
});

test('a server that works is said to work, and one that is away is named', async () => {
  const works = open();
  await works.mailer.verify();
  expect(works.messages()).toEqual(['The mail server takes mail']);
  const away = open([], 'smtp://127.0.0.1:1');
  expect(await away.mailer.sendNow(MAIL)).toMatchObject({ reason: 'the mail server in SMTP_URL cannot be reached' });
});

test('the start-up line names the server and no password', () => {
  expect(describeMail({ url: 'smtps://user:secret@mail.example.com:465', from: FROM })).toBe(
    `mail: over mail.example.com:465, from ${FROM}`,
  );
  expect(describeMail(undefined)).toContain('SMTP_URL and MAIL_FROM');
});
