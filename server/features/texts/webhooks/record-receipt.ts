import type pg from 'pg';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { DELIVERIES, type Delivery } from '#contract/texts.ts';
import type { Gateways, Provider } from '../gateways/gateway.ts';
import { holdBack } from '../text-columns.ts';

export interface Receipt {
  id: string;
  delivery: Delivery;
  reason?: string | undefined;
  isStopped?: boolean;
}

const IS_OURS = 'select from texts where id = $1 and kind = any($2)';

/** A delivery moves forward only, so receipts may come in any order and more than once. */
const RECORD = `
  update texts set delivery = $2, delivery_at = now(), delivery_error = case when $2 = 'undelivered' then $3 end
  where id = $1 and coalesce(array_position($4::text[], delivery), 0) < array_position($4::text[], $2::text)`;

/** An undelivered text would show its author who has stopped texts. */
const HOLD_BACK = `
  update texts set ${holdBack('stopped')}, delivery = null, delivery_at = null, delivery_error = null where id = $1`;

/** One gateway cannot speak for another's texts. @throws {ProductError} not_found */
export async function recordReceipt(
  { pool, gateways }: { pool: pg.Pool; gateways: Gateways },
  provider: Provider,
  { id, delivery, reason, isStopped = false }: Receipt,
): Promise<void> {
  const kinds = Object.entries(gateways).flatMap(([kind, gateway]) => (gateway.provider === provider ? kind : []));
  if (!z.uuid().safeParse(id).success || !(await pool.query(IS_OURS, [id, kinds])).rowCount)
    throw new ProductError('not_found');
  if (isStopped) await pool.query(HOLD_BACK, [id]);
  else await pool.query(RECORD, [id, delivery, describe(reason), DELIVERIES]);
}

function describe(reason: string | undefined): string | null {
  const line = reason
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\+?\d[\d ().-]{5,}\d/g, '…')
    .trim();
  return line ? line.slice(0, 200) : null;
}
