/** `npm run demo`: the app on a temporary folder, with a small circle of people, moods and chats. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newId } from '#contract/new-id.ts';
import { whenSettled } from '#server/background/when-settled.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { answerAsk } from '#server/features/asks/index.ts';
import { sendMessage } from '#server/features/chat/index.ts';
import { chooseMood } from '#server/features/moods/index.ts';
import { connect } from '#server/features/people/index.ts';
import { createLog } from '#server/logging/log.ts';
import { printWelcome } from '#server/print-welcome.ts';
import type { Moodring } from '#server/start-server.ts';
import { startWithDatabase } from '#server/start-with-database.ts';
import { stopOnSignal } from '#server/stop-on-signal.ts';
import { ANSWERS, ASKS, CHATS, CIRCLE, HISTORY, type Name, PEOPLE, UNREAD } from './demo-circle.ts';

const PASSWORD = 'moodring-demo';
const SETTLED_WITHIN_MS = 30_000;

const dataDir = mkdtempSync(join(tmpdir(), 'moodring-demo-'));
const config: Config = {
  ...readConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }),
  rateLimits: false,
  signUp: 'open',
};
const starting = startWithDatabase(config, createLog(pino.destination(2), 'warn'));
stopOnSignal(async () => {
  await (await starting).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

try {
  const { moodring, embedded } = await starting;
  await fill(moodring);
  printWelcome(config, embedded, process.env);
  console.log(`\n  Log in as any of these, password ${PASSWORD}:`);
  for (const name of Object.keys(PEOPLE)) console.log(`    ${emailOf(name as Name)}`);
  console.log('\n  Ctrl-C stops it and removes the folder.');
} catch (error) {
  console.error(explainStartFailure(error as Error));
  await starting.then((running) => running.stop()).catch(() => {});
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(1);
}

/** Fills the database with the product's own operations, and then sets the times back. */
async function fill({ context, workers }: Moodring): Promise<void> {
  const uids = {} as Record<Name, string>;
  for (const name of Object.keys(PEOPLE) as Name[]) uids[name] = await signUp(context, name);
  for (const [asker, other, minutesAgo] of CIRCLE) {
    await connect(context, { uid: uids[asker], isNew: false }, uids[other], { network: 'demo' });
    await setBack(context, "sender = $2 and receiver = $3 and content like 'Hey%'", minutesAgo, [
      uids[asker],
      uids[other],
    ]);
  }
  for (const [sender, receiver, minutesAgo, content] of [...CHATS].sort((a, b) => b[2] - a[2])) {
    const { id } = await sendMessage(context, uids[sender], { id: newId(), receiver: uids[receiver], content });
    await setBack(context, 'id = $2', minutesAgo, [id]);
  }
  for (const name of Object.keys(PEOPLE) as Name[]) await chooseMood(context, uids[name], { mood: PEOPLE[name].mood });
  await context.pool.query('update causes set opens_at = null');
  await whenSettled(workers, AbortSignal.timeout(SETTLED_WITHIN_MS));
  await openAsks(context, uids);
  await fillHistory(context, uids.ada);
  await context.pool.query('update messages set read = true');
  for (const [sender, receiver, count] of UNREAD) {
    await context.pool.query(
      `update messages set read = false where id in (
         select id from messages where sender = $1 and receiver = $2 order by seq desc limit $3)`,
      [uids[sender], uids[receiver], count],
    );
  }
  await context.pool.query(`
    update connections c set lastmessage = (
      select max(timestamp) from messages
      where least(sender, receiver) = least(c.owner, c.other) and greatest(sender, receiver) = greatest(c.owner, c.other))`);
}

/** Weeks of moods, by the clock of this machine, as people choose them. */
async function fillHistory({ pool }: Context, uid: string): Promise<void> {
  for (const [daysAgo, time, mood] of HISTORY) {
    const [hours, minutes] = time.split(':').map(Number);
    const at = new Date();
    at.setDate(at.getDate() - daysAgo);
    at.setHours(hours!, minutes!, 0, 0);
    await pool.query('insert into mood_choices (uid, mood, chosen_at) values ($1, $2, $3)', [uid, mood, at]);
  }
}

/** Moods have held for a while. The asks of those who feel bad are as old, and have answers. */
async function openAsks(context: Context, uids: Record<Name, string>): Promise<void> {
  const { pool } = context;
  await pool.query("update connections set connected_at = connected_at - interval '1 day'");
  for (const name of Object.keys(PEOPLE) as Name[]) {
    const values = [uids[name], PEOPLE[name].since];
    const at = "date_trunc('milliseconds', now()) - make_interval(mins => $2)";
    await pool.query(`update users set mood_chosen_at = ${at}, calm_chosen_at = ${at} where id = $1`, values);
    await pool.query(`update mood_choices set chosen_at = ${at} where uid = $1`, values);
    await pool.query(`update asks set asked_at = ${at}, called_at = ${at}, opens_at = ${at} where uid = $1`, values);
  }
  for (const [asker, { help, note }] of Object.entries(ASKS))
    await pool.query('update asks set help = $2, note = $3 where uid = $1', [uids[asker as Name], help, note]);
  for (const [friend, asker, answer] of ANSWERS) {
    const { rows } = await pool.query<{ id: string }>('select id from asks where uid = $1', [uids[asker]]);
    await answerAsk(context, uids[friend], rows[0]!.id, { answer, showName: true });
  }
}

async function signUp({ identity, config: { appUrl } }: Context, name: Name): Promise<string> {
  const { firstname, lastname, phonenumber } = PEOPLE[name];
  const answer = await identity.handle(
    new Request(`${appUrl}/api/identity/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(appUrl).origin },
      body: JSON.stringify({
        name: `${firstname} ${lastname}`,
        firstname,
        lastname,
        phonenumber,
        email: emailOf(name),
        password: PASSWORD,
      }),
    }),
  );
  if (!answer.ok) throw new Error(`${name} could not be signed up: ${await answer.text()}`);
  return ((await answer.json()) as { user: { id: string } }).user.id;
}

function emailOf(name: Name): string {
  return `${name}@example.com`;
}

async function setBack({ pool }: Context, which: string, minutesAgo: number, values: string[]): Promise<void> {
  await pool.query(`update messages set timestamp = now() - make_interval(mins => $1) where ${which}`, [
    minutesAgo,
    ...values,
  ]);
}
