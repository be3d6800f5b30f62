import { endSessions, suspend } from '#server/features/identity/index.ts';
import { reportToNodes } from '#server/live/operator-events.ts';
import { type Command, table } from './command.ts';
import { findPerson } from './find-person.ts';

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

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '-';

export const personCommands: Command[] = [
  {
    name: 'person list',
    args: [],
    options: { search: 'value' },
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
  {
    name: 'person sign-out',
    args: ['EMAIL'],
    does: 'ends all sessions of a person',
    async run(tools, { names: [email] }) {
      const pool = await tools.database();
      const person = await findPerson(pool, email);
      await endSessions(pool, person.uid);
      await reportToNodes(pool, 'sessions_ended', [person.uid]);
      return { lines: [`${person.name} is signed out everywhere.`], data: person };
    },
  },
  {
    name: 'person suspend',
    args: ['EMAIL'],
    options: { lift: 'flag' },
    does: 'signs a person out and refuses their sign-ins; --lift ends that',
    async run(tools, { names: [email], options }) {
      const pool = await tools.database();
      const person = await findPerson(pool, email);
      const isSuspended = !options.lift;
      await suspend(pool, person.uid, isSuspended);
      if (isSuspended) await reportToNodes(pool, 'sessions_ended', [person.uid]);
      const words = isSuspended
        ? `${person.name} is suspended: signed out everywhere, and refused at sign-in. Their data stays.`
        : `${person.name} can sign in again.`;
      return { lines: [words], data: { ...person, isSuspended } };
    },
  },
];
