import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_CONTENT } from '#bench/loads/chat-message.ts';
import { median } from '#bench/report/statistics.ts';
import type { Product } from '#bench/rig/product.ts';

/** PostgreSQL idles this long between two moods of the figure. After an idle time a statement takes half as long again. */
const IDLE_MS = 20;

/**
 * The least that storing many texts costs: rows of the same size in a table with only a primary key, inserted by one
 * prepared statement in a commit of its own.
 * @returns runs it `times` times, and returns the median in ms
 */
export async function openTextsFloor({ db }: Product, texts: number): Promise<(times: number) => Promise<number>> {
  await db.query('create table bare_texts (id uuid primary key, recipient uuid, phone_number text, message text)');
  const statement = {
    name: 'bare-texts',
    text: `insert into bare_texts select gen_random_uuid(), gen_random_uuid(), '+14155550100', $1 from generate_series(1, $2::integer)`,
    values: [MESSAGE_CONTENT + MESSAGE_CONTENT, texts],
  };
  return async (count) => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      await pause(IDLE_MS);
      const from = performance.now();
      await db.query(statement);
      times.push(performance.now() - from);
    }
    return median(times);
  };
}
