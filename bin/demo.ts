/**
 * `npm run demo`: the app on a temporary folder, with a small circle of people, moods and chats. `npm run pictures`: its pictures. With
 * `backup FILE`, for a release: its backup.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newId } from '#contract/new-id.ts';
import { whenSettled } from '#server/background/when-settled.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { backUp } from '#server/database/backup/back-up.ts';
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
import { CHATS, CIRCLE, HISTORY, type Name, PEOPLE, UNREAD } from './demo-circle.ts';

const PASSWORD = 'moodring-demo';
const SETTLED_WITHIN_MS = 30_000;
const SET_BACK = 'update messages set timestamp = now() - make_interval(mins => $1)';

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
  const uids = await fill(moodring);
  printWelcome(config, embedded, process.env);
  console.log(`\n  Log in as any of these, password ${PASSWORD}:`);
  for (const name of Object.keys(PEOPLE)) console.log(`    ${emailOf(name as Name)}`);
  console.log('\n  Ctrl-C stops it and removes the folder.');
  if (process.argv[2] === 'pictures') {
    const { takePictures } = await import('./pictures.ts');
    await takePictures(config.appUrl, emailOf('ada'), PASSWORD, uids.grace);
    process.kill(process.pid, 'SIGTERM');
  }
  if (process.argv[2] === 'backup') {
    await backUp(embedded!.url, process.argv[3]!);
    process.kill(process.pid, 'SIGTERM');
  }
} catch (error) {
  console.error(explainStartFailure(error as Error));
  await starting.then((running) => running.stop()).catch(() => {});
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(1);
}

/** Fills the database with the product's own operations, and then sets the times back. */
async function fill({ context, workers }: Moodring): Promise<Record<Name, string>> {
  const { pool } = context;
  const names = Object.keys(PEOPLE) as Name[];
  const uids = {} as Record<Name, string>;
  for (const name of names) uids[name] = await signUp(context, name);
  for (const [asker, other, minutesAgo] of CIRCLE) {
    await connect(context, { uid: uids[asker], isNew: false }, uids[other], { network: 'demo' });
    await pool.query(`${SET_BACK} where sender = $2 and receiver = $3`, [minutesAgo, uids[asker], uids[other]]);
  }
  for (const [sender, receiver, minutesAgo, content] of CHATS.toSorted((a, b) => b[2] - a[2])) {
    const { id } = await sendMessage(context, uids[sender], { id: newId(), receiver: uids[receiver], content });
    await pool.query(`${SET_BACK} where id = $2`, [minutesAgo, id]);
  }
  for (const name of names) await chooseMood(context, uids[name], { mood: PEOPLE[name].mood });
  await pool.query('update causes set opens_at = null');
  await whenSettled(workers, AbortSignal.timeout(SETTLED_WITHIN_MS));
  await pool.query("update connections set connected_at = connected_at - interval '1 day'");
  for (const name of names) await setMoodBack(context, uids[name], PEOPLE[name].since);
  for (const [place, mood] of HISTORY.toReversed().entries())
    await pool.query(
      "insert into mood_choices (uid, mood, chosen_at) values ($1, $2, now() - $3 * interval '37 hours')",
      [uids.ada, mood, place + 1],
    );
  const { rows } = await pool.query<{ id: string }>(
    "update asks set help = 'call', note = 'bad night, worse morning' where uid = $1 returning id",
    [uids.grace],
  );
  await answerAsk(context, uids.tomas, rows[0]!.id, { answer: 'yes', showName: true });
  await pool.query('update messages set read = true');
  for (const [sender, receiver, count] of UNREAD)
    await pool.query(
      `update messages set read = false where id in (
         select id from messages where sender = $1 and receiver = $2 order by seq desc limit $3)`,
      [uids[sender], uids[receiver], count],
    );
  await pool.query(`
    update connections c set lastmessage = (
      select max(timestamp) from messages
      where least(sender, receiver) = least(c.owner, c.other) and greatest(sender, receiver) = greatest(c.owner, c.other))`);
  return uids;
}

async function setMoodBack({ pool }: Context, uid: string, minutes: number): Promise<void> {
  const at = "date_trunc('milliseconds', now()) - make_interval(mins => $2)";
  for (const statement of [
    `update users set mood_chosen_at = ${at}, calm_chosen_at = ${at} where id = $1`,
    `update mood_choices set chosen_at = ${at} where uid = $1`,
    `update asks set asked_at = ${at}, called_at = ${at}, opens_at = ${at} where uid = $1`,
  ])
    await pool.query(statement, [uid, minutes]);
}

async function signUp({ identity, config: { appUrl } }: Context, name: Name): Promise<string> {
  const { firstname, lastname, phonenumber } = PEOPLE[name];
  const profile = { name: `${firstname} ${lastname}`, firstname, lastname, phonenumber, email: emailOf(name) };
  const answer = await identity.handle(
    new Request(`${appUrl}/api/identity/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(appUrl).origin },
      body: JSON.stringify({ ...profile, password: PASSWORD }),
    }),
  );
  if (!answer.ok) throw new Error(`${name} could not be signed up: ${await answer.text()}`);
  return ((await answer.json()) as { user: { id: string } }).user.id;
}

function emailOf(name: Name): string {
  return `${name}@example.com`;
}
