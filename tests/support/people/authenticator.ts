import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Changes {
  /** Of the page that asks; the app's own if undefined. */
  origin?: string;
  /** Whether the device checked the person; true if undefined. */
  isVerified?: boolean;
}

/** A device with one passkey, as a browser presents it (WebAuthn level 3, §6 and §5.8). */
export class Authenticator {
  readonly #origin: string;
  readonly #id = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    // CBOR of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const coordinates = [Buffer.from('215820', 'hex'), base64url(x!), Buffer.from('225820', 'hex'), base64url(y!)];
    this.#coseKey = Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...coordinates]);
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  register(challenge: string, { origin = this.#origin, isVerified = true }: Changes = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#coseKey]);
    const authData = Buffer.concat([this.#head(HAS_CREDENTIAL, isVerified), credential]);
    // CBOR of {fmt: 'none', attStmt: {}, authData}.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` gives, as JSON. */
  signIn(challenge: string, { origin = this.#origin, isVerified = true }: Changes = {}) {
    this.#counter += 1;
    const authData = this.#head(0, isVerified);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()]);
    return this.#credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    });
  }

  #credential<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #head(flags: number, isVerified: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const host = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([host, Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]), counter]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function base64url(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
