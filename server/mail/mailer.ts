import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { SmtpAccount } from '#server/config.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { describeMailError, isAboutRecipient, isPermanent } from './mail-error.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Why a mail did not leave, in words for the operator. */
export interface MailFailure {
  reason: string;
  /** Further tries fail alike. */
  isPermanent: boolean;
  isOfRecipient: boolean;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Milliseconds before each further try: a link in a mail works for an hour. */
const RETRY_AFTER_MS = [5_000, 30_000, 2 * 60_000, 10 * 60_000];
const DRAIN_MS = 3_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
/** Mails under way or waiting. The limits of those who ask for mails keep far below. */
const QUEUE = { concurrency: 2, maxWaiting: 1_000, maxWaitingPerGroup: 1_000, say: () => 'Too many mails at once.' };

export function createMailer(
  account: SmtpAccount | undefined,
  log: Logger,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
) {
  const queue = createFairQueue(QUEUE);
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let transport: Promise<Transporter> | undefined;
  let isFailing = false;
  let sending = 0;

  async function sendOnce(smtp: SmtpAccount, mail: Mail): Promise<void> {
    transport ??= openTransport(smtp);
    const { to, subject, text } = mail;
    // As an object: text with a comma would be two addresses.
    const address = { name: '', address: to };
    await (await transport).sendMail({ to: address, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } });
  }

  /** Logs an outage once, and that it is over. A fault of one recipient's address is no outage. */
  function report(error: unknown): void {
    if (isAboutRecipient(error)) {
      log.warn({ part: 'mail', reason: describeMailError(error) }, 'A mail was refused');
      return;
    }
    if (!isFailing) log.error({ part: 'mail', reason: describeMailError(error) }, 'Mail cannot be sent (SMTP_URL)');
    isFailing = true;
  }

  function reportSuccess(): void {
    if (isFailing) log.info({ part: 'mail' }, 'Mail can be sent again');
    isFailing = false;
  }

  async function sendPatiently(smtp: SmtpAccount, mail: Mail): Promise<void> {
    for (const waitMs of [0, ...retryAfterMs]) {
      if (waitMs > 0) await pause(waitMs, undefined, { signal: stopping.signal, ref: false });
      sending += 1;
      try {
        await queue.run('', () => sendOnce(smtp, mail));
        reportSuccess();
        return;
      } catch (error) {
        report(error);
        if (isPermanent(error)) return;
      } finally {
        sending -= 1;
      }
    }
  }

  function track(work: Promise<unknown>): void {
    const done = work.catch(() => {}).finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    name: 'mails',
    isBusy: () => sending > 0,
    isSet: account !== undefined,
    /** In the background, with some tries. A crash loses it: people ask again. */
    send(mail: Mail): void {
      if (account && !stopping.signal.aborted) track(sendPatiently(account, mail));
    },
    /** Sends a mail once, in turn with those that people wait for. @param signal drops one that waits @returns undefined when the server took it */
    async sendNow(mail: Mail, signal?: AbortSignal): Promise<MailFailure | undefined> {
      if (!account)
        return { reason: 'no mail server is set (SMTP_URL and MAIL_FROM)', isPermanent: true, isOfRecipient: false };
      try {
        await queue.run('now', () => sendOnce(account, mail), signal);
      } catch (error) {
        return {
          reason: describeMailError(error),
          isPermanent: isPermanent(error),
          isOfRecipient: isAboutRecipient(error),
        };
      }
    },
    async verify(): Promise<void> {
      if (!account) return;
      try {
        transport ??= openTransport(account);
        await (await transport).verify();
        log.info({ part: 'mail' }, 'The mail server takes mail');
      } catch (error) {
        if (!stopping.signal.aborted) report(error);
      }
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.race([Promise.all(underWay), pause(DRAIN_MS, undefined, { ref: false })]);
      (await transport?.catch(() => undefined))?.close();
    },
  };
}

/** The library takes 50 ms to load, so it is loaded for the first mail. It must not read files or addresses by itself. */
async function openTransport({ url, from }: SmtpAccount): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true }, { from });
}

/** The start-up line: where mail goes, or which setting is missing. */
export function describeMail(account: SmtpAccount | undefined): string {
  if (!account) return 'mail: none is sent, no mail server set (SMTP_URL and MAIL_FROM)';
  return `mail: over ${new URL(account.url).host}, from ${account.from}`;
}
