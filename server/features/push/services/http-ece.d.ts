declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Keys are in base64url. */
  interface Keys {
    version: 'aes128gcm';
    /** Our own key pair. */
    privateKey: ECDH;
    authSecret: string;
  }

  /** Encrypts a push (RFC 8188, RFC 8291). @param keys `dh` is the other side's public key */
  export function encrypt(clear: Buffer, keys: Keys & { dh: string; salt: string }): Buffer;
  /** Decrypts one, as a browser does. */
  export function decrypt(body: Buffer, keys: Keys): Buffer;
}
