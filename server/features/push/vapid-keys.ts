import { createECDH } from 'node:crypto';
import type pg from 'pg';

/** The key pair that identifies this installation to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys of this database. The node that starts first makes them: in the database, because all nodes need the same ones,
 * and a restored backup must keep them. With other keys every subscription would have to be made again.
 */
export async function loadVapidKeys(pool: pg.Pool): Promise<VapidKeys> {
  const known = await findKeys(pool);
  if (known) return known;
  const { publicKey, privateKey } = makeVapidKeys();
  await pool.query('insert into vapid_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
    publicKey,
    privateKey,
  ]);
  return (await findKeys(pool))!;
}

async function findKeys(pool: pg.Pool): Promise<VapidKeys | undefined> {
  const { rows } = await pool.query<VapidKeys>(
    'select public_key as "publicKey", private_key as "privateKey" from vapid_keys',
  );
  return rows[0];
}

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A key that begins with a zero byte is shorter, and push services need all 32 bytes.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') };
}
