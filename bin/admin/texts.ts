import { type Command, checkId, Refused, table, WrongUsage } from './command.ts';

const MOST_LISTED = 100;
const STATUSES = ['queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded'];

const LIST = `
  select id, cause, status, attempts, created_at as "createdAt", last_error as "lastError"
  from texts where $1::text is null or status = $1 order by created_at desc, id limit ${MOST_LISTED}`;

/** In one statement each, so that a worker that claims the text at the same moment is not disturbed. */
const RETRY = `
  update texts set status = 'queued', attempts = 0, next_attempt_at = now(), settled_at = null, last_error = null, reason = null
  where id = $1 and status in ('failed', 'cancelled') returning id`;
const CANCEL = `
  update texts set status = 'cancelled', settled_at = now(), next_attempt_at = null, last_error = 'cancelled by the operator'
  where id = $1 and status = 'queued' returning id`;

interface Listed {
  id: string;
  cause: string;
  status: string;
  attempts: number;
  createdAt: Date;
  lastError: string | null;
}

export const textsCommands: Command[] = [
  {
    name: 'texts list',
    options: { status: { type: 'string' } },
    does: `lists texts without words and numbers, newest first, ${MOST_LISTED} at most; --status ${STATUSES.join('|')}`,
    async run(tools, { options: { status } }) {
      if (status !== undefined && !STATUSES.includes(String(status)))
        throw new WrongUsage(`--status is one of ${STATUSES.join(', ')}.`);
      const pool = await tools.database();
      const { rows } = await pool.query<Listed>(LIST, [status ?? null]);
      const body = rows.map(({ id, cause, status, attempts, createdAt, lastError }) => [
        ...[id, cause, status, String(attempts), createdAt.toISOString()],
        lastError ?? '-',
      ]);
      return { lines: table([['ID', 'CAUSE', 'STATUS', 'TRIES', 'CREATED', 'ERROR'], ...body]), data: rows };
    },
  },
  changing('texts retry', 'queues a failed or cancelled text again', RETRY, 'is queued again'),
  changing('texts cancel', 'cancels a text that waits', CANCEL, 'is cancelled'),
];

function changing(name: string, does: string, statement: string, done: string): Command {
  return {
    name,
    args: ['ID'],
    does,
    async run(tools, { names: [id] }) {
      const values = [checkId(id, 'texts list')];
      const pool = await tools.database();
      if ((await pool.query(statement, values)).rowCount) return { lines: [`The text ${done}.`], data: { id } };
      const { rows } = await pool.query<{ status: string }>('select status from texts where id = $1', values);
      throw new Refused(
        rows[0] ? `The text is ${rows[0].status}, so nothing changed.` : 'There is no text with this id.',
      );
    },
  };
}
