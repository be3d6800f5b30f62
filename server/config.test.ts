import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let root: string;
let DATA_DIR: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'moodring-config-'));
  DATA_DIR = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true }));

const SECRET = 'x'.repeat(32);

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig({ DATA_DIR, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('without settings the server is for this machine, with its own database and secret', () => {
  expect(readConfig({ DATA_DIR })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    trustedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    dataDir: DATA_DIR,
    databaseUrl: undefined,
    natsUrl: undefined,
    authSecret: expect.stringMatching(/^[\w-]{43}$/),
    generalMessageUrl: undefined,
    welcomeMessageUrl: undefined,
    messageEndpointSecret: undefined,
    twilio: undefined,
    textReplies: false,
    defaultCountry: 'US',
    trustProxy: 0,
    rateLimits: true,
    signUp: 'open',
    textCountries: ['US'],
    textsPerDay: 10_000,
    photosMbPerDay: 2_000,
    s3Url: undefined,
    textsKeptDays: 90,
    undoSeconds: 10,
    helplines: [],
    vapidSubject: undefined,
    pushHosts: [],
    phoneProof: 'limited',
  });
});

test('an empty variable counts as not set', () => {
  const names = ['PORT', 'APP_URL', 'DATABASE_URL', 'AUTH_SECRET', 'GENERAL_MESSAGE_URL', 'TRUST_PROXY', 'RATE_LIMITS'];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig({ DATA_DIR, ...empty })).toEqual(readConfig({ DATA_DIR }));
});

test('settings are read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    APP_URL: 'https://moodring.example/',
    DATA_DIR,
    DATABASE_URL: 'postgresql://me@db/moodring',
    AUTH_SECRET: SECRET,
    GENERAL_MESSAGE_URL: 'https://texts.example/general',
    WELCOME_MESSAGE_URL: 'https://texts.example/welcome',
    MESSAGE_ENDPOINT_SECRET: 'the endpoint secret',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'the token',
    TWILIO_FROM: '+14155550100',
    DEFAULT_COUNTRY: 'DE',
    TRUST_PROXY: '2',
    RATE_LIMITS: 'off',
    SIGN_UP: 'closed',
    TEXT_COUNTRIES: 'FR, DE',
    TEXTS_PER_DAY: '500',
    PHOTOS_MB_PER_DAY: '50',
    S3_URL: 'https://key:secret@s3.example.com/photos?region=eu-central-1',
    TEXTS_KEPT_DAYS: '0',
    VAPID_SUBJECT: 'mailto:operator@moodring.example',
    PUSH_HOSTS: 'push.example.org:443, unified.example.org:8443',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    appUrl: 'https://moodring.example',
    trustedOrigins: ['https://moodring.example'],
    databaseUrl: 'postgresql://me@db/moodring',
    authSecret: SECRET,
    generalMessageUrl: 'https://texts.example/general',
    welcomeMessageUrl: 'https://texts.example/welcome',
    messageEndpointSecret: 'the endpoint secret',
    twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the token', from: '+14155550100' },
    defaultCountry: 'DE',
    trustProxy: 2,
    rateLimits: false,
    signUp: 'closed',
    textCountries: ['DE', 'FR'],
    textsPerDay: 500,
    photosMbPerDay: 50,
    s3Url: 'https://key:secret@s3.example.com/photos?region=eu-central-1',
    textsKeptDays: 0,
    vapidSubject: 'mailto:operator@moodring.example',
    pushHosts: ['push.example.org', 'unified.example.org:8443'],
  });
});

test.each([
  [{ APP_URL: 'https://moodring.example/mood' }, 'https://moodring.example/mood'],
  [{ APP_URL: 'https://moodring.example', VAPID_SUBJECT: 'mailto:me@example.org' }, 'mailto:me@example.org'],
  [{ APP_URL: 'http://moodring.example' }, undefined],
  [{ APP_URL: 'https://localhost' }, undefined],
  [{ APP_URL: 'https://moodring.localhost' }, undefined],
  [{ APP_URL: 'https://192.0.2.1' }, undefined],
])('push services learn about the operator by %j', (settings, vapidSubject) => {
  expect(readConfig({ DATA_DIR, ...settings }).vapidSubject).toBe(vapidSubject);
});

test.each([
  ['HTTPS://Moodring.Example', 'https://moodring.example', 'https://moodring.example'],
  ['hTTps://moodring.example:443//', 'https://moodring.example', 'https://moodring.example'],
  ['HTTP://moodring.example:80', 'http://moodring.example', 'http://moodring.example'],
  ['https://moodring.example:8443/Mood/', 'https://moodring.example:8443/Mood', 'https://moodring.example:8443'],
  ['https://mööd.example', 'https://xn--md-fkaa.example', 'https://xn--md-fkaa.example'],
])('APP_URL is taken as browsers name it: %s', (address, appUrl, origin) => {
  expect(readConfig({ DATA_DIR, APP_URL: address })).toMatchObject({ appUrl, trustedOrigins: [origin] });
});

test('without APP_URL, too, pages are trusted by the names that browsers give them', () => {
  const trustedOrigins = ['http://localhost', 'http://127.0.0.1'];
  expect(readConfig({ DATA_DIR, PORT: '80' })).toMatchObject({ appUrl: 'http://localhost', trustedOrigins });
});

test('all invalid settings are named at once', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    APP_URL: 'moodring.example',
    DATABASE_URL: 'mysql://db',
    AUTH_SECRET: 'short',
    GENERAL_MESSAGE_URL: 'ftp://texts.example',
    WELCOME_MESSAGE_URL: 'texts',
    MESSAGE_ENDPOINT_SECRET: 'short',
    TWILIO_ACCOUNT_SID: 'me',
    TWILIO_FROM: 'somebody at Moodring',
    DEFAULT_COUNTRY: 'Germany',
    TRUST_PROXY: 'yes',
    RATE_LIMITS: 'maybe',
    SIGN_UP: 'by invitation',
    TEXT_COUNTRIES: 'US;CA',
    TEXTS_PER_DAY: '0',
    PHOTOS_MB_PER_DAY: '1 GB',
    S3_URL: 'https://s3.example.com/photos',
    TEXTS_KEPT_DAYS: '-1',
    VAPID_SUBJECT: 'https://localhost',
    PUSH_HOSTS: 'https://push.example.org',
  });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'PORT',
    'APP_URL',
    'DATABASE_URL',
    'AUTH_SECRET',
    'GENERAL_MESSAGE_URL',
    'WELCOME_MESSAGE_URL',
    'MESSAGE_ENDPOINT_SECRET',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_FROM',
    'DEFAULT_COUNTRY',
    'TRUST_PROXY',
    'RATE_LIMITS',
    'SIGN_UP',
    'TEXT_COUNTRIES',
    'TEXTS_PER_DAY',
    'PHOTOS_MB_PER_DAY',
    'S3_URL',
    'TEXTS_KEPT_DAYS',
    'VAPID_SUBJECT',
    'PUSH_HOSTS',
    'TWILIO_AUTH_TOKEN',
  ]);
  expect(new ConfigError(faults).message.split('\n')).toHaveLength(1 + faults.length);
});

test.each([
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '11'],
  ['APP_URL', 'javascript:alert(1)'],
  ['AUTH_SECRET', 'x'.repeat(31)],
  ['MESSAGE_ENDPOINT_SECRET', 'x'.repeat(15)],
  ['RATE_LIMITS', 'OFF'],
  ['SIGN_UP', 'Closed'],
  ['VAPID_SUBJECT', 'operator@example.org'],
  ['VAPID_SUBJECT', 'mailto:operator@localhost'],
  ['VAPID_SUBJECT', 'http://moodring.example'],
  ['PUSH_HOSTS', '*.example.org'],
  ['PUSH_HOSTS', 'push.example.org/'],
  ['PUSH_HOSTS', 'me@push.example.org'],
])('%s may not be %s', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must `)]);
});

test('an Android phone is read with its key, and the cloud’s address with or without its path', () => {
  const set = { ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'of the app', ANDROID_WEBHOOK_KEY: 'the key' };
  const android = { user: 'sms', password: 'of the app' };
  const read = (url: string, more = {}) => readConfig({ DATA_DIR, ...set, ANDROID_GATEWAY_URL: url, ...more }).android;
  expect(faultsOf(set)).toEqual([
    'ANDROID_WEBHOOK_KEY must have at least 8 characters',
    'ANDROID_GATEWAY_URL is required with the other ANDROID_ settings',
  ]);
  for (const [given, url] of [
    ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
    ['http://192.168.1.5:8080//', 'http://192.168.1.5:8080'],
    ['https://api.sms-gate.app', 'https://api.sms-gate.app/3rdparty/v1'],
    ['https://api.sms-gate.app/3rdparty/v1/', 'https://api.sms-gate.app/3rdparty/v1'],
  ] as const) {
    expect(read(given, { ANDROID_WEBHOOK_KEY: 'the key of the app' })).toEqual({
      ...android,
      url,
      webhookKey: 'the key of the app',
    });
    expect(read(given, { ANDROID_WEBHOOK_KEY: '' })).toEqual({ ...android, url, webhookKey: undefined });
  }
});

test.each([
  [{ ANDROID_GATEWAY_URL: 'http://192.168.1.5:8080' }, ['ANDROID_GATEWAY_USER', 'ANDROID_GATEWAY_PASSWORD']],
  [{ ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'x' }, ['ANDROID_GATEWAY_URL']],
  [{ TWILIO_FROM: '+14155550100' }, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']],
  [
    { ANDROID_GATEWAY_URL: 'http://sms:x@phone', ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'x' },
    ['ANDROID_GATEWAY_URL'],
  ],
])('half a gateway, or one with its password in the address, is refused: %j', (set, missing) => {
  expect(faultsOf(set).map((fault) => fault.split(' ')[0])).toEqual(missing);
});

test('words below every text are short', () => {
  expect(readConfig({ DATA_DIR, TEXT_FOOTER: ' Reply STOP to stop. ' }).textFooter).toBe('Reply STOP to stop.');
  expect(readConfig({ DATA_DIR, TEXT_FOOTER: '  ' }).textFooter).toBeUndefined();
  expect(faultsOf({ TEXT_FOOTER: 'x'.repeat(61) })).toEqual(['TEXT_FOOTER must have at most 60 characters']);
});

describe('replies by text', () => {
  const PHONE = { ANDROID_GATEWAY_URL: 'http://phone', ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'x' };
  const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'7'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x' };
  const SECRET = { MESSAGE_ENDPOINT_SECRET: 'the secret of the endpoint' };

  test.each([
    [{ ...PHONE, ANDROID_WEBHOOK_KEY: 'the key of it' }],
    [{ ...TWILIO, TWILIO_FROM: '+14155550100' }],
    [{ ...TWILIO, TWILIO_FROM: `MG${'7'.repeat(32)}` }],
    [{ GENERAL_MESSAGE_URL: 'https://sms.example', ...SECRET }],
  ])('can be on with a gateway that brings texts: %j', (set) => {
    expect(readConfig({ DATA_DIR, ...set, TEXT_REPLIES: 'on' }).textReplies).toBe(true);
    expect(readConfig({ DATA_DIR, ...set }).textReplies).toBe(false);
  });

  test.each([
    [{}],
    [PHONE],
    [{ ...TWILIO, TWILIO_FROM: 'Moodring' }],
    [{ GENERAL_MESSAGE_URL: 'https://sms.example', ...PHONE, ANDROID_WEBHOOK_KEY: 'the key of it' }],
    [SECRET],
  ])('cannot be on without one: %j', (set) => {
    expect(faultsOf({ ...set, TEXT_REPLIES: 'on' })).toEqual([expect.stringMatching(/^TEXT_REPLIES needs a gateway/)]);
  });
});

test('an error message never contains a secret', () => {
  expect(faultsOf({ AUTH_SECRET: 'hunter2', MESSAGE_ENDPOINT_SECRET: 'hunter3' }).join()).not.toMatch(/hunter/);
});

describe('the secret that signs sessions', () => {
  test('is required with DATABASE_URL, because all nodes need the same one', () => {
    expect(faultsOf({ DATABASE_URL: 'postgresql://db/moodring' })).toEqual([
      'AUTH_SECRET is required when DATABASE_URL is set',
    ]);
    expect(faultsOf({ DATABASE_URL: 'postgresql://db/moodring', AUTH_SECRET: SECRET })).toEqual([]);
  });

  test('is otherwise made once, and readable by the owner only', () => {
    const { authSecret } = readConfig({ DATA_DIR });
    expect(readConfig({ DATA_DIR }).authSecret).toBe(authSecret);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(statSync(join(DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600);
    expect(readConfig({ DATA_DIR: join(root, 'other') }).authSecret).not.toBe(authSecret);
  });

  test('is never empty, even when its file is', () => {
    readConfig({ DATA_DIR });
    const file = join(DATA_DIR, 'auth-secret');
    writeFileSync(file, '');
    expect(faultsOf({})).toEqual([`${file} does not hold a secret: remove it, and a new one is made`]);
  });
});

test.each([
  ['its default address', 'http://localhost:3000/api/texts/general', {}],
  ['its address by number', 'http://127.0.0.1:3000/api/texts/general', {}],
  ['its address in IPv6', 'http://[::1]:8080/', { PORT: '8080' }],
  ['its APP_URL', 'https://moodring.example/api/texts/general', { APP_URL: 'https://moodring.example' }],
  ['its port behind APP_URL', 'http://localhost:3000/', { APP_URL: 'https://moodring.example' }],
  ['its HOST', 'http://10.0.0.5:3000/', { HOST: '10.0.0.5' }],
])('a message endpoint that is the app itself (%s) is refused: it would text itself without end', (_, address, set) => {
  for (const name of ['GENERAL_MESSAGE_URL', 'WELCOME_MESSAGE_URL']) {
    expect(faultsOf({ ...set, [name]: address })).toEqual([`${name} must not be this app's own address`]);
  }
});

test('a message endpoint on another port of this machine is allowed', () => {
  expect(faultsOf({ GENERAL_MESSAGE_URL: 'http://localhost:4000/general' })).toEqual([]);
});

test('the error names a data folder that is a file', () => {
  expect(faultsOf({ DATA_DIR: import.meta.filename })).toEqual([
    expect.stringContaining('DATA_DIR cannot be used as a folder: EEXIST'),
  ]);
});

describe('HELPLINES_FILE', () => {
  const line = { country: 'GB', name: 'Our own line', call: '0800 1', source: 'https://lines.example/' };
  const fileWith = (content: unknown) => {
    const file = join(root, 'helplines.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  test('is read at the start', () => {
    expect(readConfig({ DATA_DIR, HELPLINES_FILE: fileWith([line]) }).helplines).toEqual([line]);
  });

  test.each([
    ['is no JSON', '[', 'cannot be read'],
    ['has a number that is none', [{ ...line, call: 'javascript:alert(1)' }], '0.call must be a number'],
    ['has an address that is not https', [{ ...line, source: 'javascript:alert(1)' }], '0.source must be an https'],
    ['has no way to reach the line', [{ ...line, call: undefined }], 'needs call, sms or chat'],
    ['names a country that is none', [{ ...line, country: 'XX' }], 'XX is no country'],
  ])('that %s stops the start, with the reason', (_, content, reason) => {
    expect(faultsOf({ HELPLINES_FILE: fileWith(content) })).toEqual([expect.stringContaining(reason)]);
  });

  test('that is missing stops the start', () => {
    expect(faultsOf({ HELPLINES_FILE: join(root, 'none.json') })).toEqual([expect.stringContaining('cannot be read')]);
  });
});

test('mail needs a server and a sender', () => {
  const smtp = { SMTP_URL: 'smtps://user:secret@mail.example.com', MAIL_FROM: 'Moodring <moodring@example.com>' };
  expect(readConfig({ DATA_DIR, ...smtp }).smtp).toEqual({ url: smtp.SMTP_URL, from: smtp.MAIL_FROM });
  expect(faultsOf({ SMTP_URL: smtp.SMTP_URL })).toEqual(['MAIL_FROM is required with SMTP_URL']);
  expect(faultsOf({ MAIL_FROM: smtp.MAIL_FROM })).toEqual(['SMTP_URL is required with MAIL_FROM']);
  expect(faultsOf({ ...smtp, SMTP_URL: 'https://mail.example.com' })).toEqual([
    'SMTP_URL must be an smtp:// or smtps:// address',
  ]);
  for (const from of ['nobody', 'a@example.com, b@example.com', 'A\nBcc: x <a@example.com>'])
    expect(faultsOf({ ...smtp, MAIL_FROM: from })).toEqual(['MAIL_FROM must be an email address, or Name <address>']);
});

test('PHONE_PROOF is off, limited or required', () => {
  expect(readConfig({ DATA_DIR, PHONE_PROOF: 'required' }).phoneProof).toBe('required');
  expect(faultsOf({ PHONE_PROOF: 'on' })).toEqual(['PHONE_PROOF must be off, limited or required']);
});
