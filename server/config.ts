import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import { type Helpline, helplinesSchema } from '#contract/help/helplines.ts';

/** The server's settings, checked and typed. */
export interface Config {
  port: number;
  host: string;
  /** The app's address: the link in texts and the trusted origin. No trailing slash. */
  appUrl: string;
  /** Origins whose pages may call the API. */
  trustedOrigins: readonly string[];
  dataDir: string;
  /** The operator's own PostgreSQL; undefined for the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** NATS as the bus between nodes; undefined for PostgreSQL. */
  natsUrl: string | undefined;
  authSecret: string;
  generalMessageUrl: string | undefined;
  welcomeMessageUrl: string | undefined;
  messageEndpointSecret: string | undefined;
  /** Sends the texts of a kind that has no message endpoint. */
  android: AndroidPhone | undefined;
  /** Sends the texts of a kind that has no message endpoint, while there is no Android phone. */
  twilio: TwilioAccount | undefined;
  /** Words that the operator adds to every text. */
  textFooter: string | undefined;
  /** Whether friends may answer a call for support by a text, because the gateway brings their texts. */
  textReplies: boolean;
  /** The country of phone numbers without a country code (ISO 3166-1 alpha-2). */
  defaultCountry: CountryCode;
  /** How many proxies stand before the server; 0 ignores forwarded headers. */
  trustProxy: number;
  rateLimits: boolean;
  /** Who may sign up: everybody, people with an invitation, nobody. */
  signUp: 'open' | 'invite' | 'closed';
  /** The most accounts a day that one network makes without invitations. */
  signUpsPerNetwork: number;
  /** The countries for texts that people type by hand or other programs send. */
  textCountries: readonly CountryCode[] | 'all';
  /** The most texts that the whole installation sends in a day. */
  textsPerDay: number;
  /** Megabytes of photos that the whole installation takes in a day. */
  photosMbPerDay: number;
  /** The bucket for the photos' bytes, with its keys; undefined for PostgreSQL. */
  s3Url: string | undefined;
  /** Days that settled texts are kept. */
  textsKeptDays: number;
  /** Seconds in which a call for support can be taken back before it leaves; people may choose another time. */
  undoSeconds: number;
  /** The operator's own helplines on /help. They replace ours in each country that they name. */
  helplines: readonly Helpline[];
  /** Whom push services can reach about our pushes: an https or mailto address. Undefined: none that they would accept. */
  vapidSubject: string | undefined;
  /** Hosts of further push services, `host` or `host:port`. They may be private. */
  pushHosts: readonly string[];
  /** The server that sends mail; undefined without one. */
  smtp: SmtpAccount | undefined;
  /** Which texts go to a phone number that its person has not proven by a code. */
  phoneProof: 'off' | 'limited' | 'required';
}

/** An Android phone with the app SMS Gateway. */
export interface AndroidPhone {
  /** The app's own server or the cloud's, without a trailing slash: `/messages` follows. */
  url: string;
  user: string;
  password: string;
  /** The app's signing key; without it nothing that the phone reports is believed. */
  webhookKey: string | undefined;
}

/** An account at Twilio. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** The sender: a phone number, a short code, a name, or the id of a messaging service (`MG…`), which chooses one. */
  from: string;
}

/** How mail is sent. */
export interface SmtpAccount {
  /** smtp:// or smtps://, with user name and password. */
  url: string;
  /** The sender: an address, or 'Name <address>'. */
  from: string;
}

/** All invalid settings, in one error. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** With the longest text it fits into what gateways take (1,600 characters). */
const TEXT_FOOTER_MAX_LENGTH = 60;

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((address) => !URL.parse(address)?.username, 'must not hold a user name or password');

const environmentSchema = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: webAddress.refine(isRoot, 'must have no path: the app is at the root of its address').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/, 'must be a nats:// address')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  GENERAL_MESSAGE_URL: webAddress.optional(),
  WELCOME_MESSAGE_URL: webAddress.optional(),
  MESSAGE_ENDPOINT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ANDROID_GATEWAY_URL: webAddress.optional(),
  ANDROID_GATEWAY_USER: z.string().optional(),
  ANDROID_GATEWAY_PASSWORD: z.string().optional(),
  ANDROID_WEBHOOK_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be an account SID of Twilio: AC and 32 digits or letters a to f')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
      'must be a phone number such as +14155550100, a short code, a name of up to 11 letters or a messaging service (MG…)',
    )
    .optional(),
  TEXT_FOOTER: z
    .string()
    .max(TEXT_FOOTER_MAX_LENGTH, `must have at most ${TEXT_FOOTER_MAX_LENGTH} characters`)
    .optional(),
  TEXT_REPLIES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DEFAULT_COUNTRY: z.string().refine(isSupportedCountry, 'must be a two-letter country code, such as US').default('US'),
  TRUST_PROXY: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(10, 'must be at most 10')
    .default(0),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  SIGN_UPS_PER_NETWORK: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(30),
  TEXT_COUNTRIES: z
    .string()
    .refine(
      (codes) => codes === 'all' || listOf(codes).every((code) => isSupportedCountry(code)),
      'must be two-letter country codes, such as US,CA, or all',
    )
    .optional(),
  TEXTS_PER_DAY: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(10_000),
  PHOTOS_MB_PER_DAY: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a number of megabytes, 0 to 9999999')
    .transform(Number)
    .default(2_000),
  S3_URL: z
    .string()
    .refine(isS3Url, 'must be https://KEY:SECRET@HOST/BUCKET, with ?region=REGION where the service has regions')
    .optional(),
  // Digits alone: a space must not mean 0 and remove texts.
  TEXTS_KEPT_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days, 0 to 36500')
    .transform(Number)
    .pipe(z.number().max(36_500, 'must be at most 36500'))
    .default(90),
  UNDO_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of seconds, 0 to 120')
    .transform(Number)
    .pipe(z.number().max(120, 'must be at most 120'))
    .default(10),
  HELPLINES_FILE: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .refine(isVapidSubject, 'must be mailto: and an email address, or an https address of a public host')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .refine(
      (hosts) =>
        listOf(hosts).every(
          (host) => !host.includes('*') && URL.parse(`https://${host}`)?.host === host.replace(/:443$/, ''),
        ),
      'must be hosts in small letters such as push.example.org,unified.example.org:8443',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]*<)?[^\s<>@,;]+@[^\s<>@,;]+>?$/, 'must be an email address, or Name <address>')
    .optional(),
  PHONE_PROOF: z.enum(['off', 'limited', 'required'], 'must be off, limited or required').default('limited'),
});

/** Whether an address has no path. True for text that is no web address, because that is refused with other words. */
function isRoot(address: string): boolean {
  const url = URL.parse(address);
  return !url || !/^https?:$/.test(url.protocol) || /^\/*$/.test(url.pathname + url.search + url.hash);
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/**
 * Reads the settings. Only this file reads the environment. An empty variable counts as not set.
 * @throws {ConfigError} names all invalid settings at once
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = withoutEmpty(environment);
  const parsed = environmentSchema.safeParse(set);
  const faults = faultsOf(parsed);
  if (set.DATABASE_URL && !set.AUTH_SECRET) faults.push('AUTH_SECRET is required when DATABASE_URL is set');
  const own = readHelplines(set.HELPLINES_FILE);
  faults.push(
    ...incompleteGateways(set),
    ...incompleteMail(set),
    ...endpointLoops(set),
    ...lostReplies(set),
    ...own.faults,
  );
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const e = parsed.data;
  // In the form that browsers use, because origins are compared as text, and https decides about cookies.
  const appUrl = new URL(e.APP_URL ?? `http://localhost:${e.PORT}`).href.replace(/\/+$/, '');
  const dataDir = resolve(e.DATA_DIR);
  return {
    port: e.PORT,
    host: e.HOST,
    appUrl,
    trustedOrigins: [appUrl, ...(e.APP_URL ? [] : [`http://127.0.0.1:${e.PORT}`])].map((url) => new URL(url).origin),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    natsUrl: e.NATS_URL,
    authSecret: e.AUTH_SECRET ?? readOrMakeSecret(dataDir),
    generalMessageUrl: e.GENERAL_MESSAGE_URL,
    welcomeMessageUrl: e.WELCOME_MESSAGE_URL,
    messageEndpointSecret: e.MESSAGE_ENDPOINT_SECRET,
    android: androidPhone(e),
    twilio: twilioAccount(e),
    textFooter: e.TEXT_FOOTER?.trim() || undefined,
    textReplies: e.TEXT_REPLIES === 'on',
    defaultCountry: e.DEFAULT_COUNTRY as CountryCode,
    trustProxy: e.TRUST_PROXY,
    rateLimits: e.RATE_LIMITS === 'on',
    signUp: e.SIGN_UP,
    signUpsPerNetwork: e.SIGN_UPS_PER_NETWORK,
    textCountries: textCountries(e.TEXT_COUNTRIES, e.DEFAULT_COUNTRY),
    textsPerDay: e.TEXTS_PER_DAY,
    photosMbPerDay: e.PHOTOS_MB_PER_DAY,
    s3Url: e.S3_URL,
    textsKeptDays: e.TEXTS_KEPT_DAYS,
    undoSeconds: e.UNDO_SECONDS,
    helplines: own.helplines,
    vapidSubject: e.VAPID_SUBJECT ?? (isVapidSubject(appUrl) ? appUrl : undefined),
    pushHosts: listOf(e.PUSH_HOSTS ?? '').map((host) => host.replace(/:443$/, '')),
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : undefined,
    phoneProof: e.PHONE_PROOF,
  };
}

export type GatewayConfig = Pick<
  Config,
  'generalMessageUrl' | 'welcomeMessageUrl' | 'messageEndpointSecret' | 'android' | 'twilio' | 'defaultCountry'
>;

/**
 * Reads the settings of a message endpoint that runs by itself, as a serverless function.
 * @throws {ConfigError} names all invalid settings at once
 */
export function readGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const set = withoutEmpty(environment);
  const parsed = environmentSchema
    .pick({
      GENERAL_MESSAGE_URL: true,
      WELCOME_MESSAGE_URL: true,
      MESSAGE_ENDPOINT_SECRET: true,
      ANDROID_GATEWAY_URL: true,
      ANDROID_GATEWAY_USER: true,
      ANDROID_GATEWAY_PASSWORD: true,
      ANDROID_WEBHOOK_KEY: true,
      TWILIO_ACCOUNT_SID: true,
      TWILIO_AUTH_TOKEN: true,
      TWILIO_FROM: true,
      DEFAULT_COUNTRY: true,
    })
    .safeParse(set);
  const faults = [...faultsOf(parsed), ...incompleteGateways(set)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const e = parsed.data;
  return {
    generalMessageUrl: e.GENERAL_MESSAGE_URL,
    welcomeMessageUrl: e.WELCOME_MESSAGE_URL,
    messageEndpointSecret: e.MESSAGE_ENDPOINT_SECRET,
    android: androidPhone(e),
    twilio: twilioAccount(e),
    defaultCountry: e.DEFAULT_COUNTRY as CountryCode,
  };
}

export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Reads where the data is, for programs that use the database without a server.
 * @throws {ConfigError} names all invalid settings at once
 */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv): DatabaseConfig {
  const parsed = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse(withoutEmpty(environment));
  if (!parsed.success) throw new ConfigError(faultsOf(parsed));
  return { dataDir: resolve(parsed.data.DATA_DIR), databaseUrl: parsed.data.DATABASE_URL };
}

type Twilio = Partial<Record<(typeof TWILIO)[number], string>>;

const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

function twilioAccount(set: { [Name in keyof Twilio]: string | undefined }): TwilioAccount | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = set;
  return accountSid && authToken && from ? { accountSid, authToken, from } : undefined;
}

const ANDROID = ['ANDROID_GATEWAY_URL', 'ANDROID_GATEWAY_USER', 'ANDROID_GATEWAY_PASSWORD'] as const;

function androidPhone(set: Partial<Record<string, unknown>>): AndroidPhone | undefined {
  const [url, user, password] = ANDROID.map((name) => set[name] as string | undefined);
  const webhookKey = set.ANDROID_WEBHOOK_KEY as string | undefined;
  return url && user && password ? { url: androidAddress(url), user, password, webhookKey } : undefined;
}

/** The app shows the cloud's address with and without its path. */
function androidAddress(url: string): string {
  const { origin, hostname, pathname } = new URL(url);
  if (hostname === 'api.sms-gate.app' && pathname === '/') return `${origin}/3rdparty/v1`;
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** An incomplete account cannot send texts. */
function incompleteGateways(set: Record<string, string | undefined>): string[] {
  return [...incomplete(set, TWILIO, 'TWILIO_'), ...incomplete(set, ANDROID, 'ANDROID_', ['ANDROID_WEBHOOK_KEY'])];
}

function incomplete(
  set: Record<string, string | undefined>,
  required: readonly string[],
  group: string,
  optional: readonly string[] = [],
): string[] {
  const isUsed = [...required, ...optional].some((name) => set[name]);
  const missing = isUsed ? required.filter((name) => !set[name]) : [];
  return missing.map((name) => `${name} is required with the other ${group} settings`);
}

/** Friends must not be asked to reply to a number whose texts nobody brings us. */
function lostReplies(set: Record<string, string | undefined>): string[] {
  const brings = set.GENERAL_MESSAGE_URL
    ? set.MESSAGE_ENDPOINT_SECRET
    : set.ANDROID_GATEWAY_URL
      ? set.ANDROID_WEBHOOK_KEY
      : /^([+\d]|MG)/.test(set.TWILIO_FROM ?? '');
  if (set.TEXT_REPLIES !== 'on' || brings) return [];
  const ways = 'MESSAGE_ENDPOINT_SECRET, ANDROID_WEBHOOK_KEY, or a number in TWILIO_FROM';
  return [`TEXT_REPLIES needs a gateway for general texts that brings texts, too: ${ways}`];
}

/** Mail needs both: most servers refuse a sender of another domain. */
function incompleteMail(set: Record<string, string | undefined>): string[] {
  if (set.SMTP_URL && !set.MAIL_FROM) return ['MAIL_FROM is required with SMTP_URL'];
  return set.MAIL_FROM && !set.SMTP_URL ? ['SMTP_URL is required with MAIL_FROM'] : [];
}

/** Always includes the home country. */
function textCountries(codes: string | undefined, home: string): Config['textCountries'] {
  if (codes === 'all') return 'all';
  return [...new Set([home, ...listOf(codes ?? '')])] as CountryCode[];
}

function listOf(codes: string): string[] {
  return codes.split(',').flatMap((code) => code.trim() || []);
}

/** An address with keys and a bucket. Plain http is for a bucket on the same machine or private network. */
function isS3Url(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username !== '' && url.password !== '' && url.pathname.length > 1;
}

/** Apple's push service refuses a subject at localhost, and others may. */
function isVapidSubject(subject: string): boolean {
  if (/^mailto:[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(subject)) return true;
  const url = URL.parse(subject);
  return url?.protocol === 'https:' && url.username === '' && /^(?!.*\.localhost$).+\.[^.\d][^.]*$/.test(url.hostname);
}

function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

function faultsOf({ error }: z.ZodSafeParseResult<unknown>): string[] {
  return error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
}

/** If a message endpoint were this app, by any of its addresses, each text would cause another one. */
function endpointLoops(set: Record<string, string | undefined>): string[] {
  const hosts = ['localhost', '127.0.0.1', '[::1]', set.HOST];
  const addresses = [set.APP_URL, ...hosts.map((host) => `http://${host}:${set.PORT ?? 3000}`)];
  const own = new Set(addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? []));
  return ['GENERAL_MESSAGE_URL', 'WELCOME_MESSAGE_URL', 'ANDROID_GATEWAY_URL']
    .filter((name) => own.has(URL.parse(set[name] ?? '')?.origin ?? ''))
    .map((name) => `${name} must not be this app's own address`);
}

/** Read at the start, so that a mistake shows then and not to the first person who needs help. */
function readHelplines(file: string | undefined): { helplines: Helpline[]; faults: string[] } {
  if (file === undefined) return { helplines: [], faults: [] };
  try {
    const { data: helplines = [], error } = helplinesSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    const faults =
      error?.issues.map(({ path, message }) => `HELPLINES_FILE ${file}: ${path.join('.')} ${message}`) ?? [];
    for (const { country } of helplines)
      if (!isSupportedCountry(country)) faults.push(`HELPLINES_FILE ${file}: ${country} is no country`);
    return { helplines, faults };
  } catch (error) {
    return { helplines: [], faults: [`HELPLINES_FILE ${file} cannot be read: ${(error as Error).message}`] };
  }
}

/** The secret that signs sessions: made once, readable only by the owner of the data folder. */
function readOrMakeSecret(dataDir: string): string {
  makeFolder(dataDir);
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) makeSecret(dataDir, file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError([`${file} does not hold a secret: remove it, and a new one is made`]);
  return secret;
}

/** Written to another file first, so that a full disk or a crash leaves no partial secret. Of two processes the first wins. */
function makeSecret(dataDir: string, file: string): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    linkSync(fresh, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new ConfigError([`DATA_DIR ${dataDir} cannot be written: ${message}`]);
  } finally {
    rmSync(fresh, { force: true });
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be used as a folder: ${(error as Error).message}`]);
  }
}
