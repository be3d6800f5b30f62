/** Ways back into an account, and proofs of an email and a phone number. The browser imports the types only. */
import { z } from 'zod';

const email = z.string().max(320);
const token = z.string().max(100).describe('the part of a link after #');
const password = z.string().max(1_000);
const code = z.string().max(20).describe('six digits, however they are spaced');

/** Asks for a link by mail, or a code by text, for the account with this email. */
export const forgotSchema = z.strictObject({ email });

/** The answer to each request for a code. `ticket` belongs to the code, if one was sent. */
export const codeTicketSchema = z.object({ ticket: z.uuid() }).meta({ id: 'CodeTicket' });

export const linkSchema = z.strictObject({ token });

/** The account that a link is for. */
export const linkOwnerSchema = z.object({ email: z.string() }).meta({ id: 'LinkOwner' });

export const resetByLinkSchema = z.strictObject({ token, password });

export const resetByCodeSchema = z.strictObject({ ticket: z.uuid().toLowerCase(), code, password });

/** An address that was confirmed. It is the account's email from now on. */
export const confirmedEmailSchema = z.object({ email: z.string() }).meta({ id: 'ConfirmedEmail' });

export const changeEmailSchema = z.strictObject({ email, password: z.string().max(200) });

export const provePhoneSchema = z.strictObject({ code, password: z.string().max(200) });

export const noInputSchema = z.strictObject({});

/** A person's ways back into their account. */
export const recoverySchema = z
  .object({
    email: z.string(),
    emailConfirmed: z.boolean(),
    newEmail: z.string().nullable().describe('asked for, and not confirmed yet'),
    sendsMail: z.boolean().describe('whether this installation sends mail'),
    phone: z.string().describe('as typed; empty without one'),
    phoneProven: z.boolean(),
    codeRefused: z.string().nullable().describe('why no code can be texted to the phone, in words for the person'),
    linked: z.boolean().describe('another provider lets the person in, too'),
    providerEnded: z.boolean().describe('the person has ended log-ins with another provider'),
    phoneProof: z.enum(['off', 'limited', 'required']).describe('which texts go to an unproven phone'),
  })
  .meta({ id: 'Recovery' });

export type Recovery = z.infer<typeof recoverySchema>;
export type CodeTicket = z.infer<typeof codeTicketSchema>;
export type LinkOwner = z.infer<typeof linkOwnerSchema>;
export type ConfirmedEmail = z.infer<typeof confirmedEmailSchema>;
