import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts a push for a subscription (RFC 8291, in one record of aes128gcm). @param keys of the subscription, base64url */
export function encryptPush(text: string, keys: { p256dh: string; auth: string }): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const sender = createECDH('prime256v1');
  const publicKey = sender.generateKeys();
  const salt = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, publicKey]);
  const secret = derive(sender.computeSecret(receiver), Buffer.from(keys.auth, 'base64url'), about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(4096, 16);
  header.writeUInt8(publicKey.length, 20);
  return Buffer.concat([header, publicKey, sealed]);
}
