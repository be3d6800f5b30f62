import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import { type Helpline, helplinesSchema } from '#contract/help/helplines.ts';

export type Config = ReturnType<typeof readConfig>;

export interface AndroidPhone {
  /** The app's own server or the cloud's, without a trailing slash: `/messages` follows. */
  url: string;
  user: string;
  password: string;
  /** The app's signing key; without it nothing that the phone reports is believed. */
  webhookKey: string | undefined;
}

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** The sender: a phone number, a short code, a name, or the id of a messaging service (`MG…`), which chooses one. */
  from: string;
  /** The number from which friends are called. Undefined: no calls. */
  callsFrom?: string | undefined;
  /** Twilio's own without it. */
  origin?: string;
}

export interface SmtpAccount {
  url: string;
  /** The sender: an address, or 'Name <address>'. */
  from: string;
}

export interface OidcSettings {
  /** Where its description is: `/.well-known/openid-configuration` follows. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As people know it. */
  name: string;
}

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

const wholeNumber = (least: number, words: string, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number(words).int(words).min(least, words).max(most, words);

/** Digits alone: a space must not mean 0 and remove texts. */
const amount = (unit: string, most: number) =>
  z
    .string()
    .refine((digits) => /^\d{1,7}$/.test(digits) && Number(digits) <= most, `must be a number of ${unit}, 0 to ${most}`)
    .transform(Number);

const onOrOff = z.enum(['on', 'off'], 'must be on or off');

/** The settings of a message endpoint that runs by itself, as a serverless function. */
const gatewaySchema = z.object({
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
  TWILIO_CALLS_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number such as +14155550100')
    .optional(),
  DEFAULT_COUNTRY: z.string().refine(isSupportedCountry, 'must be a two-letter country code, such as US').default('US'),
});

const environmentSchema = z.object({
  PORT: wholeNumber(0, 'must be a port number, 0 to 65535', 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: webAddress.refine(isRoot, 'must have no path: the app is at the root of its address').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/, 'must be a nats:// address')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ...gatewaySchema.shape,
  TEXT_FOOTER: z
    .string()
    .max(TEXT_FOOTER_MAX_LENGTH, `must have at most ${TEXT_FOOTER_MAX_LENGTH} characters`)
    .optional(),
  TEXT_REPLIES: onOrOff.default('off'),
  TRUST_PROXY: wholeNumber(0, 'must be a whole number, 0 to 10', 10).default(0),
  RATE_LIMITS: onOrOff.default('on'),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  SIGN_UPS_PER_NETWORK: wholeNumber(1, 'must be a whole number, at least 1').default(30),
  TEXT_COUNTRIES: z
    .string()
    .refine(
      (codes) => codes === 'all' || listOf(codes).every((code) => isSupportedCountry(code)),
      'must be two-letter country codes, such as US,CA, or all',
    )
    .optional(),
  TEXTS_PER_DAY: wholeNumber(1, 'must be a whole number, at least 1').default(10_000),
  PHOTOS_MB_PER_DAY: amount('megabytes', 9_999_999).default(2_000),
  S3_URL: z
    .string()
    .refine(isS3Url, 'must be https://KEY:SECRET@HOST/BUCKET, with ?region=REGION where the service has regions')
    .optional(),
  TEXTS_KEPT_DAYS: amount('days', 36_500).default(90),
  UNDO_SECONDS: amount('seconds', 120).default(10),
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
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 03:30')
    .default('03:30'),
  OIDC_ISSUER: webAddress
    .refine(
      (address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address),
      'must be an https address',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(30, 'must have at most 30 characters').optional(),
  PHONE_PROOF: z.enum(['off', 'limited', 'required'], 'must be off, limited or required').default('limited'),
});

/** Whether an address has no path. True for text that is no web address, because that is refused with other words. */
function isRoot(address: string): boolean {
  const url = URL.parse(address);
  return !url || !/^https?:$/.test(url.protocol) || /^\/*$/.test(url.pathname + url.search + url.hash);
}

export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/** Reads all settings. An empty variable counts as not set. @throws {ConfigError} naming all invalid settings */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const set = withoutEmpty(environment);
  const parsed = environmentSchema.safeParse(set);
  const faults = faultsOf(parsed);
  if (set.DATABASE_URL && !set.AUTH_SECRET) faults.push('AUTH_SECRET is required when DATABASE_URL is set');
  if (set.TWILIO_CALLS_FROM && !set.APP_URL?.startsWith('https:'))
    faults.push('TWILIO_CALLS_FROM needs an https APP_URL: Twilio brings the answers there');
  const own = readHelplines(set.HELPLINES_FILE);
  faults.push(
    ...incompleteGateways(set),
    ...incomplete(set, MAIL, 'mail'),
    ...incomplete(set, OIDC, 'OIDC_'),
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
    /** The link in texts and the trusted origin. No trailing slash. */
    appUrl,
    trustedOrigins: [appUrl, ...(e.APP_URL ? [] : [`http://127.0.0.1:${e.PORT}`])].map((url) => new URL(url).origin),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    natsUrl: e.NATS_URL,
    authSecret: e.AUTH_SECRET ?? readOrMakeSecret(dataDir),
    ...gatewaysOf(e),
    textFooter: e.TEXT_FOOTER?.trim() || undefined,
    /** Whether friends may answer a call for support by a text, because the gateway brings their texts. */
    textReplies: e.TEXT_REPLIES === 'on',
    /** How many proxies stand before the server; 0 ignores forwarded headers. */
    trustProxy: e.TRUST_PROXY,
    rateLimits: e.RATE_LIMITS === 'on',
    signUp: e.SIGN_UP,
    signUpsPerNetwork: e.SIGN_UPS_PER_NETWORK,
    /** For texts that people type by hand or other programs send. */
    textCountries: textCountries(e.TEXT_COUNTRIES, e.DEFAULT_COUNTRY),
    textsPerDay: e.TEXTS_PER_DAY,
    photosMbPerDay: e.PHOTOS_MB_PER_DAY,
    s3Url: e.S3_URL,
    textsKeptDays: e.TEXTS_KEPT_DAYS,
    /** How long a call for support is held; people may choose another time. */
    undoSeconds: e.UNDO_SECONDS,
    /** They replace ours in each country that they name. */
    helplines: own.helplines,
    /** For push services. Undefined: none that they would accept. */
    vapidSubject: e.VAPID_SUBJECT ?? (isVapidSubject(appUrl) ? appUrl : undefined),
    /** `host` or `host:port`; may be private. */
    pushHosts: listOf(e.PUSH_HOSTS ?? '').map((host) => host.replace(/:443$/, '')),
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : undefined,
    phoneProof: e.PHONE_PROOF,
    /** The provider with whom people may log in (OpenID Connect). */
    oidc: oidcOf(e),
    metricsToken: e.METRICS_TOKEN,
    /** Daily backups; `at` in the time zone of the process. */
    backup: e.BACKUP_DIR === undefined ? undefined : { folder: resolve(e.BACKUP_DIR), at: e.BACKUP_AT },
  };
}

export type GatewayConfig = ReturnType<typeof gatewaysOf>;

/** Reads the settings of the message endpoint as a serverless function. @throws {ConfigError} */
export function readGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const set = withoutEmpty(environment);
  const parsed = gatewaySchema.safeParse(set);
  const faults = [...faultsOf(parsed), ...incompleteGateways(set)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return gatewaysOf(parsed.data);
}

function gatewaysOf(e: z.infer<typeof gatewaySchema>) {
  return {
    generalMessageUrl: e.GENERAL_MESSAGE_URL,
    welcomeMessageUrl: e.WELCOME_MESSAGE_URL,
    messageEndpointSecret: e.MESSAGE_ENDPOINT_SECRET,
    /** For the kinds of texts without a message endpoint. */
    android: androidPhone(e),
    /** For the same, while there is no Android phone. */
    twilio: twilioAccount(e),
    /** Of phone numbers without a country code (ISO 3166-1 alpha-2). */
    defaultCountry: e.DEFAULT_COUNTRY as CountryCode,
  };
}

export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Reads where the data is. @throws {ConfigError} */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv): DatabaseConfig {
  const parsed = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse(withoutEmpty(environment));
  if (!parsed.success) throw new ConfigError(faultsOf(parsed));
  return { dataDir: resolve(parsed.data.DATA_DIR), databaseUrl: parsed.data.DATABASE_URL };
}

const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

function twilioAccount(set: Partial<Record<string, unknown>>): TwilioAccount | undefined {
  const [accountSid, authToken, from] = TWILIO.map((name) => set[name] as string | undefined);
  const callsFrom = set.TWILIO_CALLS_FROM as string | undefined;
  return accountSid && authToken && from ? { accountSid, authToken, from, callsFrom } : undefined;
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

function oidcOf(set: Partial<Record<string, unknown>>): OidcSettings | undefined {
  const [issuer, clientId, clientSecret, name] = OIDC.map((each) => set[each] as string | undefined);
  return issuer && clientId && clientSecret && name ? { issuer, clientId, clientSecret, name } : undefined;
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

function incompleteGateways(set: Record<string, string | undefined>): string[] {
  return [
    ...incomplete(set, TWILIO, 'TWILIO_', ['TWILIO_CALLS_FROM']),
    ...incomplete(set, ANDROID, 'ANDROID_', ['ANDROID_WEBHOOK_KEY']),
  ];
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

/** Most servers refuse a sender of another domain. */
const MAIL = ['SMTP_URL', 'MAIL_FROM'];

function textCountries(codes: string | undefined, home: string): readonly CountryCode[] | 'all' {
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
