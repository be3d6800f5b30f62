/** Passkeys of a person. The browser imports the types only. */
import { z } from 'zod';
import { storableText } from '../inputs.ts';

const PASSKEY_NAME_MAX_LENGTH = 60;

/** The most passkeys of one person. */
export const PASSKEYS_MAX = 20;

export const passkeySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.int(),
    lastUsedAt: z.int().nullable().describe('null when nobody has signed in with it yet'),
  })
  .meta({ id: 'Passkey' });

const name = z.string().trim().min(1).pipe(storableText(PASSKEY_NAME_MAX_LENGTH));

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' });

/** `credential` is what `PublicKeyCredential.toJSON` gives (WebAuthn, RegistrationResponseJSON). */
export const addPasskeySchema = z.strictObject({
  name,
  credential: z.looseObject({
    id: z.string().max(2_000),
    rawId: z.string().max(2_000),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
  }),
});

export const renamePasskeySchema = z.strictObject({ name });

export type Passkey = z.infer<typeof passkeySchema>;
