import type pg from 'pg';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { DELIVERIES, type Delivery } from '#contract/texts.ts';
import type { Gateways, Provider } from '../gateways/gateway.ts';
import { HELD_BACK } from '../text-columns.ts';

export interface Receipt {
  id: string;
  delivery: Delivery;
  reason?: string | undefined;
  isStopped?: boolean;
}

/** A delivery moves forward only, so receipts may come in any order and more than once. */
const RECORD = `
  with text as (
    select id from texts where id = $1 and kind = any($4)
  ), moved as (
    update texts t
    set delivery = $2, delivery_at = now(), delivery_error = case when $2 = 'undelivered' then $3 end
    from text
    where t.id = text.id
      and coalesce(array_position($5::text[], t.delivery), 0) < array_position($5::text[], $2::text)
  )
  select from text`;

/** An undelivered text would show its author who has stopped texts. */
const HOLD_BACK = `
  with text as (
    select id from texts where id = $1 and kind = any($2)
  ), held_back as (
    update texts t
    set status = 'cancelled', last_error = $3, reason = 'stopped', delivery = null, delivery_at = null, delivery_error = null, next_attempt_at = null,
      settled_at = coalesce(t.settled_at, now())
    from text where t.id = text.id
  )
  select from text`;

/** One gateway cannot speak for another's texts. @throws {ProductError} not_found */
export async function recordReceipt(
  { pool, gateways }: { pool: pg.Pool; gateways: Gateways },
  provider: Provider,
  { id, delivery, reason, isStopped = false }: Receipt,
): Promise<void> {
  const kinds = Object.entries(gateways).flatMap(([kind, gateway]) => (gateway.provider === provider ? kind : []));
  if (!z.uuid().safeParse(id).success || kinds.length === 0) throw new ProductError('not_found');
  const statement = isStopped
    ? { name: 'hold-stopped-back', text: HOLD_BACK, values: [id, kinds, HELD_BACK.stopped] as unknown[] }
    : { name: 'record-receipt', text: RECORD, values: [id, delivery, describe(reason), kinds, DELIVERIES] };
  if (!(await pool.query(statement)).rowCount) throw new ProductError('not_found');
}

function describe(reason: string | undefined): string | null {
  const line = reason
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\+?\d[\d ().-]{5,}\d/g, '…')
    .trim();
  return line ? line.slice(0, 200) : null;
}
