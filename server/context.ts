import type pg from 'pg';
import type { Logger } from 'pino';
import type { Words } from '#languages';
import type { BackgroundTasks } from './background/background-tasks.ts';
import type { Config } from './config.ts';
import type { Exports } from './features/account/export/exports.ts';
import type { PurgeWorker } from './features/account/leave/purge-worker.ts';
import type { MessageBatcher } from './features/chat/store/message-batcher.ts';
import type { Worker } from './features/deliveries/worker.ts';
import type { Identity } from './features/identity/identity.ts';
import type { Push } from './features/push/push.ts';
import type { Gateways } from './features/texts/gateways/gateway.ts';
import type { PressedKey } from './features/texts/gateways/phone-call.ts';
import type { Outbox } from './features/texts/outbox/outbox.ts';
import type { TextedAnswer } from './features/texts/replies/answer-by-text.ts';
import type { Turns } from './http/calls.ts';
import type { UnreadAnswers } from './http/unread-answers.ts';
import type { FairQueue } from './limits/fair-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Live } from './live/live.ts';
import type { SecurityLog } from './logging/security-log.ts';
import type { Mailer } from './mail/index.ts';

/** The services of the features. A service never imports Context, so that no imports go in a circle. */
export interface Context {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  helpPool: pg.Pool;
  /** For long or large work: searches, photos, exports. */
  bulkPool: pg.Pool;
  exports: Exports;
  limits: Limits;
  turns: Turns;
  unreadAnswers: UnreadAnswers;
  identity: Identity;
  live: Live;
  messages: MessageBatcher;
  /** Few at once, and one of each reader after the other: a flood leaves connections for moods and lists. */
  readMarks: FairQueue;
  purgeWorker: PurgeWorker;
  /** As they are set, without the operator's words below every text. */
  gateways: Gateways;
  causes: Worker;
  outbox: Outbox;
  push: Push;
  /** @returns the words to text back; null for none */
  answerByText: (t: Words, texted: TextedAnswer) => Promise<string | null>;
  /** Takes a friend's answer from a phone call. @returns TwiML with the words that Twilio says next */
  answerByCall: (key: PressedKey) => Promise<string>;
  mailer: Mailer;
  background: BackgroundTasks;
  securityLog: SecurityLog;
}
