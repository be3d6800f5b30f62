import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

let root: string;
let DATA_DIR: string;
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
  DATA_DIR = join(root, 'data');
});

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
    signUpsPerNetwork: 30,
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

const TWILIO_ID = `AC${'0'.repeat(32)}`;
const S3 = 'https://key:secret@s3.example.com/photos?region=eu-central-1';

/** For each setting: a valid value, the config that it gives, and values that are refused. */
const SETTINGS: [name: string, given: string, read: Partial<Config>, ...refused: string[]][] = [
  ['PORT', '8080', { port: 8080 }, 'eighty', '-1', '65536', '80.5'],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  [
    'APP_URL',
    'https://moodring.example/',
    { appUrl: 'https://moodring.example', trustedOrigins: ['https://moodring.example'] },
    'moodring.example',
    'javascript:alert(1)',
    'https://moodring.example/mood',
  ],
  ['DATABASE_URL', 'postgresql://me@db/moodring', { databaseUrl: 'postgresql://me@db/moodring' }, 'mysql://db'],
  ['AUTH_SECRET', SECRET, { authSecret: SECRET }, 'short', 'x'.repeat(31)],
  ['GENERAL_MESSAGE_URL', 'https://sms.example/a', { generalMessageUrl: 'https://sms.example/a' }, 'ftp://sms.example'],
  ['WELCOME_MESSAGE_URL', 'https://sms.example/b', { welcomeMessageUrl: 'https://sms.example/b' }, 'texts'],
  ['MESSAGE_ENDPOINT_SECRET', 'the endpoint secret', { messageEndpointSecret: 'the endpoint secret' }, 'x'.repeat(15)],
  ['TWILIO_ACCOUNT_SID', TWILIO_ID, { twilio: { accountSid: TWILIO_ID, authToken: 'x', from: '+14155550100' } }, 'me'],
  ['TWILIO_FROM', '+14155550100', {}, 'somebody at Moodring'],
  ['DEFAULT_COUNTRY', 'DE', { defaultCountry: 'DE' }, 'Germany'],
  ['TRUST_PROXY', '2', { trustProxy: 2 }, 'yes', '-1', '11'],
  ['RATE_LIMITS', 'off', { rateLimits: false }, 'maybe', 'OFF'],
  ['SIGN_UP', 'closed', { signUp: 'closed' }, 'by invitation', 'Closed'],
  ['SIGN_UPS_PER_NETWORK', '300', { signUpsPerNetwork: 300 }, '0', 'many'],
  ['TEXT_COUNTRIES', 'FR, DE', { textCountries: ['DE', 'FR'] }, 'US;CA'],
  ['TEXTS_PER_DAY', '500', { textsPerDay: 500 }, '0'],
  ['PHOTOS_MB_PER_DAY', '50', { photosMbPerDay: 50 }, '1 GB'],
  ['S3_URL', S3, { s3Url: S3 }, 'https://s3.example.com/photos'],
  ['TEXTS_KEPT_DAYS', '0', { textsKeptDays: 0 }, '-1'],
  [
    'VAPID_SUBJECT',
    'mailto:operator@moodring.example',
    { vapidSubject: 'mailto:operator@moodring.example' },
    'https://localhost',
    'operator@example.org',
    'mailto:operator@localhost',
    'http://moodring.example',
  ],
  [
    'PUSH_HOSTS',
    'push.example.org:443, unified.example.org:8443',
    { pushHosts: ['push.example.org', 'unified.example.org:8443'] },
    'https://push.example.org',
    '*.example.org',
    'push.example.org/',
    'me@push.example.org',
  ],
  ['PHONE_PROOF', 'required', { phoneProof: 'required' }, 'on'],
];

test('settings are read', () => {
  const given = Object.fromEntries(SETTINGS.map(([name, value]) => [name, value]));
  const config = readConfig({ DATA_DIR, ...given, TWILIO_AUTH_TOKEN: 'x' });
  for (const [, , read] of SETTINGS) expect(config).toMatchObject(read);
});

test('all invalid settings are named at once', () => {
  const invalid = SETTINGS.filter(([, , , refused]) => refused);
  const faults = faultsOf(Object.fromEntries(invalid.map(([name, , , refused]) => [name, refused])));
  const names = [...invalid.map(([name]) => name), 'TWILIO_AUTH_TOKEN'];
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(names);
  expect(new ConfigError(faults).message.split('\n')).toHaveLength(1 + faults.length);
});

test.each(
  SETTINGS.filter(([name]) => !name.startsWith('TWILIO')).flatMap(([name, , , ...refused]) =>
    refused.map((value) => [name, value]),
  ),
)('%s may not be %s', (name, value) => {
  expect(faultsOf({ [name!]: value, AUTH_SECRET: name === 'AUTH_SECRET' ? value : SECRET })).toEqual([
    expect.stringMatching(`^${name} must `),
  ]);
});

test.each([
  [{ APP_URL: 'https://moodring.example' }, 'https://moodring.example'],
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
  ['https://Moodring.example:8443/', 'https://moodring.example:8443', 'https://moodring.example:8443'],
  ['https://mööd.example', 'https://xn--md-fkaa.example', 'https://xn--md-fkaa.example'],
])('APP_URL is taken as browsers name it: %s', (address, appUrl, origin) => {
  expect(readConfig({ DATA_DIR, APP_URL: address })).toMatchObject({ appUrl, trustedOrigins: [origin] });
});

test('without APP_URL, too, pages are trusted by the names that browsers give them', () => {
  const trustedOrigins = ['http://localhost', 'http://127.0.0.1'];
  expect(readConfig({ DATA_DIR, PORT: '80' })).toMatchObject({ appUrl: 'http://localhost', trustedOrigins });
});

test.each([
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['http://192.168.1.5:8080//', 'http://192.168.1.5:8080'],
  ['https://api.sms-gate.app', 'https://api.sms-gate.app/3rdparty/v1'],
  ['https://api.sms-gate.app/3rdparty/v1/', 'https://api.sms-gate.app/3rdparty/v1'],
])('an Android phone at %s is read with its key, and the cloud’s address with its path', (given, url) => {
  const set = { ANDROID_GATEWAY_URL: given, ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'of the app' };
  for (const key of ['the key of the app', ''])
    expect(readConfig({ DATA_DIR, ...set, ANDROID_WEBHOOK_KEY: key }).android).toEqual({
      ...{ url, user: 'sms', password: 'of the app' },
      webhookKey: key || undefined,
    });
  expect(faultsOf({ ...set, ANDROID_WEBHOOK_KEY: 'the key' })).toEqual([
    'ANDROID_WEBHOOK_KEY must have at least 8 characters',
  ]);
});

test.each([
  [{ ANDROID_GATEWAY_URL: 'http://192.168.1.5:8080' }, ['ANDROID_GATEWAY_USER', 'ANDROID_GATEWAY_PASSWORD']],
  [{ ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'x' }, ['ANDROID_GATEWAY_URL']],
  [{ TWILIO_FROM: '+14155550100' }, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']],
  [
    { TWILIO_CALLS_FROM: '+14155550100', APP_URL: 'https://moodring.example' },
    ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ],
  [
    { ANDROID_GATEWAY_URL: 'http://sms:x@phone', ANDROID_GATEWAY_USER: 'sms', ANDROID_GATEWAY_PASSWORD: 'x' },
    ['ANDROID_GATEWAY_URL'],
  ],
])('half a gateway, or one with its password in the address, is refused: %j', (set, missing) => {
  expect(faultsOf(set).map((fault) => fault.split(' ')[0])).toEqual(missing);
});

test('phone calls come from a number, and their answers to an https address', () => {
  const twilio = { TWILIO_ACCOUNT_SID: TWILIO_ID, TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: 'Moodring' };
  const set = { ...twilio, TWILIO_CALLS_FROM: '+14155550100', APP_URL: 'https://moodring.example' };
  expect(readConfig({ DATA_DIR, ...set }).twilio).toMatchObject({ from: 'Moodring', callsFrom: '+14155550100' });
  expect(faultsOf({ ...set, APP_URL: 'http://moodring.example' })[0]).toMatch(/^TWILIO_CALLS_FROM needs an https/);
  expect(faultsOf({ ...set, TWILIO_CALLS_FROM: 'Moodring' })[0]).toMatch(/^TWILIO_CALLS_FROM must be a phone number/);
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
  expect(faultsOf({ SMTP_URL: smtp.SMTP_URL })).toEqual(['MAIL_FROM is required with the other mail settings']);
  expect(faultsOf({ MAIL_FROM: smtp.MAIL_FROM })).toEqual(['SMTP_URL is required with the other mail settings']);
  expect(faultsOf({ ...smtp, SMTP_URL: 'https://mail.example.com' })).toEqual([
    'SMTP_URL must be an smtp:// or smtps:// address',
  ]);
  for (const from of ['nobody', 'a@example.com, b@example.com', 'A\nBcc: x <a@example.com>'])
    expect(faultsOf({ ...smtp, MAIL_FROM: from })).toEqual(['MAIL_FROM must be an email address, or Name <address>']);
});

test('another provider needs all four of its settings', () => {
  const oidc = {
    OIDC_ISSUER: 'https://id.example.com/realms/home/',
    OIDC_CLIENT_ID: 'moodring',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Home',
  };
  expect(readConfig({ DATA_DIR, ...oidc }).oidc).toEqual({
    issuer: oidc.OIDC_ISSUER,
    clientId: 'moodring',
    clientSecret: 'secret',
    name: 'Home',
  });
  for (const name of Object.keys(oidc))
    expect(faultsOf({ ...oidc, [name]: '' })).toEqual([`${name} is required with the other OIDC_ settings`]);
});

test('daily backups have a folder and a time of day', () => {
  expect(readConfig({ DATA_DIR }).backup).toBeUndefined();
  expect(readConfig({ DATA_DIR, BACKUP_DIR: '/backups' }).backup).toEqual({ folder: '/backups', at: '03:30' });
  for (const at of ['3:30', '24:00', 'noon'])
    expect(faultsOf({ BACKUP_AT: at })).toEqual(['BACKUP_AT must be a time of day, such as 03:30']);
});
