import { type Command, checkId, printable, Refused, table } from './command.ts';

const MOST_LISTED = 200;

const COLUMNS = `
  r.id, r.created_at as "createdAt", r.done_at as "doneAt", reporter.email as reporter, reported.email as reported, r.reason`;
const PEOPLE = `
  from reports r left join users reporter on reporter.id = r.reporter left join users reported on reported.id = r.reported`;

const LIST = `
  select ${COLUMNS} ${PEOPLE} where $1 or r.done_at is null order by r.created_at desc, r.id limit ${MOST_LISTED}`;
const SHOW = `select ${COLUMNS}, r.messages ${PEOPLE} where r.id = $1`;
const DONE = 'update reports set done_at = coalesce(done_at, now()) where id = $1 returning id';

interface Listed {
  id: string;
  createdAt: Date;
  doneAt: Date | null;
  reporter: string | null;
  reported: string | null;
  reason: string;
}

interface Shown extends Listed {
  messages: { by: 'reporter' | 'reported'; at: string; content: string }[] | null;
}

const SHORT = 60;
const minute = (at: Date | null) => at?.toISOString().slice(0, 16) ?? '-';
const nobody = '(account deleted)';

export const reportCommands: Command[] = [
  {
    name: 'report list',
    options: { all: { type: 'boolean' } },
    does: `lists reports about people, newest first, ${MOST_LISTED} at most; --all with those that are done`,
    async run(tools, { options }) {
      const pool = await tools.database();
      const { rows } = await pool.query<Listed>(LIST, [options.all === true]);
      const body = rows.map(({ id, createdAt, doneAt, reporter, reported, reason }) => [
        ...[id, minute(createdAt), minute(doneAt), reporter ?? nobody, reported ?? nobody],
        reason.length > SHORT ? `${reason.slice(0, SHORT)}…` : reason,
      ]);
      return { lines: table([['ID', 'AT', 'DONE', 'BY', 'ABOUT', 'REASON'], ...body]), data: rows };
    },
  },
  {
    name: 'report show',
    args: ['ID'],
    does: 'shows a report with its messages',
    async run(tools, { names: [id] }) {
      const pool = await tools.database();
      const { rows } = await pool.query<Shown>(SHOW, [checkId(id, 'report list')]);
      if (!rows[0]) throw new Refused('There is no report with this id.');
      const { createdAt, doneAt, reporter, reported, reason, messages } = rows[0];
      const lines = [
        `Reported ${minute(createdAt)}, ${doneAt ? `done ${minute(doneAt)}` : 'not done'}`,
        ...[`By:    ${reporter ?? nobody}`, `About: ${reported ?? nobody}`, '', reason],
        ...(messages ? ['', `Their last ${messages.length} messages:`] : []),
        ...(messages ?? []).map(({ by, at, content }) => `${at} ${by}: ${content}`),
      ];
      return { lines: lines.map(printable), data: rows[0] };
    },
  },
  {
    name: 'report done',
    args: ['ID'],
    does: 'marks a report as done; it is removed 180 days later',
    async run(tools, { names: [id] }) {
      const pool = await tools.database();
      if (!(await pool.query(DONE, [checkId(id, 'report list')])).rowCount)
        throw new Refused('There is no report with this id.');
      return { lines: ['The report is done. It is removed in 180 days.'], data: { id } };
    },
  },
];
