declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Keys {
    version: 'aes128gcm';
    privateKey: ECDH;
    authSecret: string;
  }

  /** Encrypts a push (RFC 8188, RFC 8291). @param keys `dh` is the other side's public key */
  export function encrypt(clear: Buffer, keys: Keys & { dh: string; salt: string }): Buffer<ArrayBuffer>;
  export function decrypt(body: Buffer, keys: Keys): Buffer;
}
