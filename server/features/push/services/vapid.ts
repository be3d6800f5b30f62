import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type pg from 'pg';

/** They identify this installation to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** All nodes need the same keys. With other ones every device would have to subscribe anew. */
export async function loadVapidKeys(pool: pg.Pool): Promise<VapidKeys> {
  const { publicKey, privateKey } = makeVapidKeys();
  await pool.query('insert into vapid_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
    publicKey,
    privateKey,
  ]);
  const { rows } = await pool.query<VapidKeys>(
    'select public_key as "publicKey", private_key as "privateKey" from vapid_keys',
  );
  return rows[0]!;
}

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A key that begins with a zero byte is shorter, and push services need all 32 bytes.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') };
}

const VALID_HOURS = 12;

const HEADER = encode({ typ: 'JWT', alg: 'ES256' });

/**
 * The `authorization` header for a push service (RFC 8292).
 * @param origin of the push service
 * @param subject how its operator reaches ours: an https or mailto address
 */
export function signForService(origin: string, subject: string, { publicKey, privateKey }: VapidKeys): string {
  const exp = Math.floor(Date.now() / 1_000) + VALID_HOURS * 3_600;
  const signed = `${HEADER}.${encode({ aud: origin, exp, sub: subject })}`;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
