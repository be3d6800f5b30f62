import { setTimeout as pause } from 'node:timers/promises';
import { CONTENT } from '#bench/loads/message-content.ts';
import { median } from '#bench/report/statistics.ts';
import type { Product } from '#bench/rig/product.ts';

/** As long as PostgreSQL rests between two moods: woken from a rest it takes half as long again. */
const REST_MS = 20;

/**
 * What storing many texts costs at the least: bare rows of their size, with nothing but a key, by one prepared statement
 * that is its own commit.
 * @returns does it so many times, and answers with the middle time in ms
 */
export async function openTextsFloor({ db }: Product, texts: number): Promise<(times: number) => Promise<number>> {
  await db.query('create table bare_texts (id uuid primary key, recipient uuid, phone_number text, message text)');
  const statement = {
    name: 'bare-texts',
    text: `insert into bare_texts select gen_random_uuid(), gen_random_uuid(), '+14155550100', $1 from generate_series(1, $2::integer)`,
    values: [CONTENT + CONTENT, texts],
  };
  return async (count) => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      await pause(REST_MS);
      const from = performance.now();
      await db.query(statement);
      times.push(performance.now() - from);
    }
    return median(times);
  };
}
