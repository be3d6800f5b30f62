import { pino } from 'pino';
import { newId } from '#contract/new-id.ts';
import { PRODUCT } from '#contract/product.ts';
import { createGateways, describeGateways, findTextStop } from '#server/features/texts/index.ts';
import { createMailer, describeMail } from '#server/mail/index.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { checkNumber } from '#server/phone-numbers/texting-restriction.ts';
import { type Command, Refused } from './command.ts';

const SEND_TIMEOUT_MS = 30_000;

const WITHOUT_HTTPS =
  'Without https at APP_URL, other machines get no notifications, no passkeys and no app on the home screen.';
const STOPPED = 'STOP was texted from that phone, so it gets no texts. START texted from it brings them back.';

export const installationCommands: Command[] = [
  {
    name: 'test text',
    args: ['NUMBER'],
    does: 'sends one text to a number, and says what the gateway answered',
    async run(tools, { names: [typed = ''] }) {
      const config = tools.config();
      const { general } = createGateways(config);
      if (!general)
        throw new Refused('No gateway is set: see GENERAL_MESSAGE_URL, ANDROID_GATEWAY_URL and TWILIO_ACCOUNT_SID.');
      try {
        checkNumber(typed, { ...config, textCountries: 'all' });
        const { key: phoneNumber } = readNumber(typed, config.defaultCountry);
        // Without a running server's database the gateway decides.
        const pool = await tools.database().catch(() => undefined);
        if (pool && (await findTextStop(pool, phoneNumber))) throw new Refused(STOPPED);
        const message = `This is a test of ${PRODUCT} (${config.appUrl}). Texts arrive here.`;
        const text = { id: newId(), phoneNumber, message };
        const { providerId } = await general.send(text, AbortSignal.timeout(SEND_TIMEOUT_MS));
        const words = `${general.name} took the text to ${phoneNumber}. Look at the phone: taken is not yet arrived.`;
        return { lines: [words], data: { gateway: general.name, phoneNumber, providerId } };
      } catch (error) {
        if (error instanceof Refused) throw error;
        throw new Refused(`${general.name}: ${(error as Error).message}`, { cause: error });
      }
    },
  },
  {
    name: 'test mail',
    args: ['ADDRESS'],
    does: 'sends one mail to an address, and says what the mail server answered',
    async run(tools, { names: [to = ''] }) {
      const { smtp, appUrl } = tools.config();
      if (!smtp) throw new Refused('No mail server is set: see SMTP_URL and MAIL_FROM.');
      const mailer = createMailer(smtp, pino(pino.destination(2)));
      try {
        const text = `This is a test of ${PRODUCT} (${appUrl}). Mails arrive here.`;
        const fault = await mailer.sendNow({ to, subject: `A test of ${PRODUCT}`, text });
        if (fault) throw new Refused(fault.reason);
      } finally {
        await mailer.close();
      }
      const words = `The mail server took the mail to ${to}. Look at the inbox: taken is not yet arrived.`;
      return { lines: [words], data: { to } };
    },
  },
  {
    name: 'check-config',
    does: 'checks the settings and whether the database answers',
    async run(tools) {
      const config = tools.config();
      const pool = await tools.database();
      const { rows } = await pool.query<{ people: number }>('select count(*)::int as people from users');
      const gateways = createGateways(config);
      const { appUrl, signUp, rateLimits } = config;
      const lines = [
        `The settings have no fault. ${PRODUCT} is at ${appUrl}.`,
        `The database answers: ${rows[0]!.people} people. Sign-up is ${signUp}.`,
        ...describeGateways(config),
        describeMail(config.smtp),
        ...(rateLimits ? [] : ['Limits are off (RATE_LIMITS): use that for tests only.']),
        ...(appUrl.startsWith('https:') ? [] : [WITHOUT_HTTPS]),
      ];
      const gateway = gateways.general?.name ?? null;
      return { lines, data: { appUrl, signUp, rateLimits, people: rows[0]!.people, gateway } };
    },
  },
];
