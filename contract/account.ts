/** A person's own account: settings, devices, deleting it. The browser imports the types only. */
import { z } from 'zod';
import { LANGUAGE_NAMES } from './account/languages.ts';
import { aboutSchema, quietHoursSchema } from './consent.ts';
import { uidList } from './inputs.ts';

/** A person's settings, and facts about their phone number. */
export const settingsSchema = z
  .object({
    foundInSearch: z.boolean().describe('a search for a part of the name or of the phone number finds them'),
    asksThese: uidList({ min: 1, max: 5_000 })
      .nullable()
      .describe('the friends who are asked for support; null for all, also when none of them is a friend any more'),
    chosenAreGone: z.boolean().describe('those chosen once are no friends any more, so everybody is asked'),
    texts: aboutSchema.describe('which texts come'),
    quietHours: quietHoursSchema.nullable().describe('no text comes then, and none for it later; null for none'),
    showsPhone: z.boolean().describe('friends see the phone number; texts reach the person in any case'),
    showsRead: z
      .boolean()
      .describe('friends see what the person has read, and that they type; off: nor does the person see it'),
    asksFirst: z.boolean().describe('others become friends only when the person accepts them'),
    language: z
      .enum(LANGUAGE_NAMES)
      .nullable()
      .describe('of texts, notifications and mails; null until a browser has set it: then English'),
    firstSteps: z.boolean().describe('the card of first steps may be shown'),
    phoneRefused: z
      .boolean()
      .describe(
        'what they gave is no phone number, or a short, a premium or a satellite one: no text goes there at all',
      ),
    textsStopped: z.boolean().describe('STOP was texted from their proven phone, so no text goes there until START is'),
    startNumber: z.string().nullable().describe('the number to text START to, if it is known'),
  })
  .meta({ id: 'Settings' });

/** The settings to change. */
export const changeSettingsSchema = z.strictObject(
  settingsSchema.omit({ chosenAreGone: true, phoneRefused: true, textsStopped: true, startNumber: true }).partial()
    .shape,
);

/** A device that is signed in. */
export const deviceSchema = z
  .object({
    id: z.uuid(),
    isThis: z.boolean().describe('whether this answer goes to it'),
    browser: z.string().describe('as it names itself'),
    signedInAt: z.int(),
    /** Exact to a day, because a session is renewed once a day. */
    seenAt: z.int(),
  })
  .meta({ id: 'Device' });

/** A new way in needs the password again, and deleting the account. */
export const ownPasswordSchema = z.strictObject({ password: z.string().max(200) });

export const doneSchema = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export type Settings = z.infer<typeof settingsSchema>;
export type ChangeSettings = z.infer<typeof changeSettingsSchema>;
export type Device = z.infer<typeof deviceSchema>;
