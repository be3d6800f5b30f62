import type { Sql } from '#fixtures/sql.ts';

/** The texts that are not sent, and the causes that still have texts to send. */
export function unsentTexts(sql: Sql): Promise<{ id: string; status: string }[]> {
  return sql(
    `select id::text, cause, status, attempts from texts where status <> 'sent'
     union all select id::text, cause, 'no text yet', 0 from causes`,
  );
}
