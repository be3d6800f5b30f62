import { pino } from 'pino';
import { createExports, exportAccount, leaveWith } from '#server/features/account/index.ts';
import { changeAsksOfSuspended, endPromises } from '#server/features/asks/index.ts';
import { endSessions, removePerson, suspend } from '#server/features/identity/index.ts';
import { createGateways, newTexts } from '#server/features/texts/index.ts';
import { reportToNodes } from '#server/live/operator-events.ts';
import { type Command, day, personCommand, printableJson, Refused, table } from './command.ts';

/** Warnings go where they do not mix with the answer. */
const log = pino(pino.destination(2));

const MOST_LISTED = 200;

const LIST = `
  select id as uid, name, email, created_at as "createdAt", suspended_at as "suspendedAt",
    (select max(updated_at) from sessions where user_id = users.id) as "lastSeenAt"
  from users where $1 = '' or strpos(lower(name), lower($1)) > 0 or strpos(email, lower($1)) > 0
  order by created_at desc, id limit ${MOST_LISTED}`;

interface Listed {
  uid: string;
  name: string;
  email: string;
  createdAt: Date;
  suspendedAt: Date | null;
  lastSeenAt: Date | null;
}

export const personCommands: Command[] = [
  {
    name: 'person list',
    options: { search: { type: 'string' } },
    does: `lists people, newest first, ${MOST_LISTED} at most; --search TEXT by name or email`,
    async run(tools, { options }) {
      const pool = await tools.database();
      const { rows } = await pool.query<Listed>(LIST, [options.search ?? '']);
      const body = rows.map(({ email, name, createdAt, lastSeenAt, suspendedAt }) => [
        ...[email, name, day(createdAt), day(lastSeenAt)],
        suspendedAt ? `since ${day(suspendedAt)}` : '-',
      ]);
      return { lines: table([['EMAIL', 'NAME', 'SIGNED UP', 'LAST SEEN', 'SUSPENDED'], ...body]), data: rows };
    },
  },
  personCommand('person sign-out', 'ends all sessions of a person', async ({ pool, person }) => {
    await endSessions(pool, person.uid);
    await reportToNodes(pool, 'sessions_ended', [person.uid]);
    return { lines: [`${person.name} is signed out everywhere.`], data: person };
  }),
  personCommand(
    'person suspend',
    'signs a person out and refuses their sign-ins; --lift ends that',
    async ({ pool, person, options }) => {
      const isSuspended = !options.lift;
      const others = isSuspended ? [] : await changeAsksOfSuspended(pool, person.uid, false);
      await suspend(pool, person.uid, isSuspended);
      if (isSuspended) others.push(...(await changeAsksOfSuspended(pool, person.uid, true)));
      await reportToNodes(pool, 'refetch', others);
      if (isSuspended) await reportToNodes(pool, 'sessions_ended', [person.uid]);
      const words = isSuspended
        ? `${person.name} is suspended: signed out everywhere, and refused at sign-in. Their data stays.`
        : `${person.name} can sign in again.`;
      return { lines: [words], data: { ...person, isSuspended } };
    },
    { lift: { type: 'boolean' } },
  ),
  personCommand(
    'person delete',
    'deletes an account as if its person had; asks first, unless --yes',
    async ({ pool, person, options, confirm, config }) => {
      const question = `Delete ${person.name} (${person.email}) with all conversations? This cannot be undone.`;
      if (!options.yes && !(await confirm(question)))
        throw new Refused('Nothing was deleted. Without a terminal, add --yes.');
      const settings = config();
      const state = newTexts(createGateways(settings).general, settings.phoneProof);
      await leaveWith({ log, pool, state }, person.uid, {
        remove: (before) => removePerson(pool, person, before),
        tell: async (friends, promises) =>
          reportToNodes(pool, 'refetch', [...friends, ...(await endPromises(pool, promises))]),
      });
      await reportToNodes(pool, 'sessions_ended', [person.uid]);
      const words = `${person.name} is deleted. The running server removes their rows in the next minute.`;
      return { lines: [words], data: person };
    },
    { yes: { type: 'boolean' } },
  ),
  personCommand(
    'person export',
    'prints all data about a person, as JSON',
    async ({ pool, person: { uid }, config }) => {
      const context = { config: config(), exports: createExports(pool, pool), pool, log };
      let text = '';
      for await (const chunk of exportAccount(context, { uid })) text += chunk;
      return { lines: [printableJson(text.trimEnd())], data: JSON.parse(text) };
    },
  ),
];
