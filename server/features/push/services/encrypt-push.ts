import { createECDH, randomBytes } from 'node:crypto';
import { encrypt } from 'http_ece';

/** A subscription's keys, in base64url. */
interface DeviceKeys {
  p256dh: string;
  auth: string;
}

/** The content encoding of encrypted pushes. */
export const ENCODING = 'aes128gcm';

/** Encrypts a push for one device (RFC 8291). The key pair and the salt are new for each push. */
export function encryptPush(payload: string, { p256dh, auth }: DeviceKeys): Buffer {
  const ownKeys = createECDH('prime256v1');
  ownKeys.generateKeys();
  const salt = randomBytes(16).toString('base64url');
  return encrypt(Buffer.from(payload), { version: ENCODING, dh: p256dh, privateKey: ownKeys, salt, authSecret: auth });
}
