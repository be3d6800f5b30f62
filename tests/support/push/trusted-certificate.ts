import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSignedCertificate } from '#fixtures/push/self-signed-certificate.ts';

/** The certificate of the push services in this process. */
export const CERTIFICATE = makeSelfSignedCertificate(['fcm.googleapis.com', 'device.push.apple.com']);

/** Settings with which a server in a process of its own sends to a push service of this process. */
export interface PushSettings {
  settings: { PUSH_HOSTS: string; NODE_EXTRA_CA_CERTS: string };
  /** Removes the file that they name. */
  remove(): Promise<void>;
}

/** @param host the push service's, with its port */
export async function makePushSettings(host: string): Promise<PushSettings> {
  const folder = await mkdtemp(join(tmpdir(), 'moodring-authority-'));
  const file = join(folder, 'authority.pem');
  await writeFile(file, CERTIFICATE.cert);
  return {
    settings: { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: file },
    remove: () => rm(folder, { recursive: true }),
  };
}
