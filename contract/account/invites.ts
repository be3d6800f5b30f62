/** Invitation links. The browser imports the types only. */
import { z } from 'zod';
import { storableText } from '../inputs.ts';
import { milliseconds } from '../views.ts';

/** A person's own link. */
export const inviteSchema = z
  .object({
    link: z.string().describe("what the person sends to friends; its code is behind '#', so no server's log has it"),
    expiresAt: milliseconds,
    usesLeft: z.int().nonnegative(),
  })
  .meta({ id: 'Invite' });

/** A code that has another form is as unknown as a wrong one. */
export const inviteCodeSchema = z.strictObject({ code: storableText(1_000) });

/** The person who invites. For the operator's invitation the names are empty. */
export const inviterSchema = z
  .object({
    firstname: z.string(),
    lastname: z.string(),
    connects: z.boolean().describe("false for an operator's: it lets people sign up, and connects them with nobody"),
  })
  .meta({ id: 'Inviter' });

export type Invite = z.infer<typeof inviteSchema>;
export type Inviter = z.infer<typeof inviterSchema>;
