import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';

/** A key and a certificate, as PEM, for a TLS server at localhost and 127.0.0.1. */
export interface Certificate {
  key: string;
  cert: string;
}

const OIDS = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  subjectAltName: '0603551d11',
  basicConstraints: '0603551d13',
};

/** Makes a certificate that signs itself. Node has no function for it, so this writes the few fields in DER. */
export function makeSelfSignedCertificate(names: readonly string[] = []): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const tbs = toBeSigned(publicKey, ['localhost', ...names]);
  const algorithm = der(0x30, hex(OIDS.ecdsaWithSha256));
  const signature = der(0x03, Buffer.of(0), sign('sha256', tbs, privateKey));
  const cert = new X509Certificate(der(0x30, tbs, algorithm, signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: cert.toString() };
}

function toBeSigned(publicKey: KeyObject, names: readonly string[]): Buffer {
  const name = der(0x30, der(0x31, der(0x30, hex(OIDS.commonName), der(0x0c, Buffer.from('Moodring tests')))));
  const alternatives = [...names.map((dns) => der(0x82, Buffer.from(dns))), der(0x87, Buffer.of(127, 0, 0, 1))];
  const extensions = der(
    0x30,
    der(0x30, hex(OIDS.subjectAltName), der(0x04, der(0x30, ...alternatives))),
    der(0x30, hex(OIDS.basicConstraints), der(0x04, der(0x30, der(0x01, Buffer.of(0xff))))),
  );
  return der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    der(0x30, hex(OIDS.ecdsaWithSha256)),
    name,
    der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const hex = (text: string) => Buffer.from(text, 'hex');
