import type pg from 'pg';
import type { Logger } from 'pino';
import { createBackgroundTasks } from '#server/background/background-tasks.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { openChatConnection } from '#server/database/chat-connection.ts';
import { openPool, type PoolOptions } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { migrate } from '#server/database/migrate.ts';
import { createExports, createPurgeWorker } from '#server/features/account/index.ts';
import { answerByCall, answerByText, publishAsk } from '#server/features/asks/index.ts';
import { createCauses } from '#server/features/causes/index.ts';
import { createMessageBatcher } from '#server/features/chat/index.ts';
import { createIdentity } from '#server/features/identity/index.ts';
import { createPush } from '#server/features/push/index.ts';
import { reportLinkedProvider } from '#server/features/recovery/index.ts';
import {
  addFooter,
  answerCode,
  createDailyBudget,
  createEmergencyAllowance,
  createGateways,
  createOutbox,
} from '#server/features/texts/index.ts';
import { createUnreadAnswers } from '#server/http/unread-answers.ts';
import { createFairQueue, createLimits, NO_LIMITS } from '#server/limits/index.ts';
import { createLive } from '#server/live/live.ts';
import { createSecurityLog } from '#server/logging/security-log.ts';
import { createMailer } from '#server/mail/index.ts';

interface Dependencies {
  config: Config;
  databaseUrl: string;
  log: Logger;
  cleanup: AsyncDisposableStack;
  /** The HTTP server closes when its last socket has closed. Until then calls under way need the services. */
  untilServerClosed: () => Promise<void> | undefined;
}

export async function createContext({ config, databaseUrl, log, cleanup, untilServerClosed }: Dependencies) {
  const open = (options: PoolOptions) => {
    const opened = openPool(databaseUrl, options);
    cleanup.defer(() => opened.end());
    return opened;
  };
  const pool = open(CONNECTIONS.main);
  const helpPool = open(CONNECTIONS.help);
  const chatConnection = openChatConnection(databaseUrl);
  cleanup.defer(() => chatConnection.close());
  const bulkPool = open(CONNECTIONS.bulk);
  const gateways = createGateways(config);
  const outboxPool = open(CONNECTIONS.outbox);
  await migrateWithoutTimeout(databaseUrl, log);
  const purgeWorker = createPurgeWorker({ pool: bulkPool, log });
  cleanup.defer(() => purgeWorker.stop());
  const limitsPool = open(CONNECTIONS.limits);
  const limitsOn = (limited: pg.Pool) =>
    config.rateLimits ? createLimits({ pool: limited, secret: config.authSecret, log }) : NO_LIMITS;
  const limits = limitsOn(limitsPool);
  cleanup.defer(() => limits.close());
  // No flood of calls delays a call for support: a text or a push.
  const textLimits = limitsOn(outboxPool);
  cleanup.defer(() => textLimits.close());

  const securityLog = createSecurityLog(log, config.authSecret);
  cleanup.defer(() => securityLog.close());
  // Sign-ups are slow, so the identity provider has its own connections. Sessions are looked up over the main pool.
  const providerPool = open(CONNECTIONS.identity);
  const mailer = createMailer(config.smtp, log);
  const identity = createIdentity({
    ...{ config, pool, helpPool, providerPool, limits, securityLog, log },
    onLinked: (email) => reportLinkedProvider(context, email),
  });
  // An embedded database serves this process only; the operator's own may serve more nodes.
  const sharedDatabase = config.databaseUrl && databaseUrl;
  const live = await createLive({ config, sharedDatabase, identity, pool, securityLog, log });
  cleanup.defer(untilServerClosed);
  const outbox = createOutbox({
    pool: outboxPool,
    log,
    gateways: addFooter(gateways, config.textFooter),
    appUrl: config.appUrl,
    answerLink: (textId) => `${config.appUrl}/a#${answerCode(config.authSecret, textId)}`,
    takesReplies: config.textReplies,
    rules: {
      ...config,
      limits: textLimits,
      budget: createDailyBudget(textLimits, config.textsPerDay, log),
      emergency: createEmergencyAllowance(),
    },
  });
  const push = await createPush({ outboxPool, pool, config, limits: textLimits, live, mailer, outbox, log });
  const background = createBackgroundTasks(log);
  const causes = createCauses({
    ...{ pool: outboxPool, log, outbox, push },
    publishAsk: (ask) => publishAsk(context, ask),
  });
  cleanup.defer(() => mailer.close());
  // At the same time: a text or push that hangs at its service must not keep sockets on a server that is stopping.
  cleanup.defer(async () => {
    const tellers = [causes, outbox, push];
    await Promise.all([live.close(), ...tellers.map((each) => each.stop()), background.close()]);
  });
  const context: Context = {
    config,
    log,
    pool,
    helpPool,
    bulkPool,
    exports: createExports(bulkPool, pool),
    limits,
    turns: {
      reads: createFairQueue({ concurrency: 4, concurrencyPerGroup: 3, maxWaiting: 20_000 }),
      writes: createFairQueue({ concurrency: 3, concurrencyPerGroup: 1, maxWaiting: 20_000 }),
      urgent: createFairQueue({ concurrency: Infinity, concurrencyPerGroup: 1, maxWaiting: Infinity }),
    },
    unreadAnswers: createUnreadAnswers(),
    identity,
    live,
    messages: createMessageBatcher({ chatConnection, causes, log }),
    readMarks: createFairQueue({ concurrency: 2 }),
    purgeWorker,
    gateways,
    causes,
    outbox,
    push,
    answerByText: (t, texted) => answerByText(context, t, texted),
    answerByCall: (key) => answerByCall(context, key),
    mailer,
    background,
    securityLog,
  };
  return { context, chatConnection };
}

async function migrateWithoutTimeout(databaseUrl: string, log: Logger): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1, statementTimeoutMs: Number.POSITIVE_INFINITY });
  await migrate(pool, log).finally(() => pool.end());
}
