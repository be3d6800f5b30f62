/** What a person decides about what reaches them, and about what each friend sees. The browser imports the types only. */
import { z } from 'zod';
import { storableText, uidSchema } from './inputs.ts';
import { isBlank } from './is-blank.ts';
import { REPORT_MAX_LENGTH } from './sizes.ts';
import { milliseconds, personSchema } from './views.ts';

export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Whether the running JavaScript knows it. Offsets are none: they ignore summer time. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Z]/i.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone')
  .describe('an IANA time zone, as Europe/Berlin');

/** Of what a person is told outside the app: of everything, of calls for support and answers to their own, of nothing. */
export const aboutSchema = z.enum(['all', 'support', 'none']);

/** Hours in which no text comes but one about Dark, by the clock of a time zone. They may go past midnight. */
export const quietHoursSchema = z
  .strictObject({
    from: timeOfDaySchema,
    to: timeOfDaySchema,
    zone: timeZoneSchema,
  })
  .refine(({ from, to }) => from !== to, 'must begin and end at different times')
  .meta({ id: 'QuietHours' });

/** How long a friend's asks are muted. */
const muteSchema = z.enum(['8 hours', '1 week', 'always', 'off']);

/** What a person has set about one friend. The friend never learns of it. */
export const friendControlsSchema = z
  .object({
    mutedUntil: z
      .union([milliseconds, z.literal('always')])
      .nullable()
      .describe("no texts and cards of the friend's asks until then; null for not muted"),
    hidesMood: z.boolean().describe('the friend goes on seeing the last Green or Yellow'),
  })
  .meta({ id: 'FriendControls' });

export const changeFriendControlsSchema = z.strictObject({
  mute: muteSchema.optional(),
  hidesMood: z.boolean().optional(),
});

/** Ending a connection; with `block` neither finds the other any more. */
export const removeFriendSchema = z.object({ block: z.enum(['true', 'false']).default('true') });

export const blockedPersonSchema = personSchema.extend({ blockedAt: milliseconds }).meta({ id: 'BlockedPerson' });

/** Somebody who would like to be in the person's circle. */
export const connectionRequestSchema = personSchema.extend({ askedAt: milliseconds }).meta({ id: 'ConnectionRequest' });

/** The answer to connecting with a person who asks first. */
export const askedSchema = z.object({ asked: z.literal(true) }).meta({ id: 'Asked' });

export const reportSchema = z.strictObject({
  uid: uidSchema,
  reason: storableText(REPORT_MAX_LENGTH).refine((text) => !isBlank(text), 'must not be empty'),
  withMessages: z.boolean().default(false).describe('with the last five messages between the two'),
});

export type About = z.infer<typeof aboutSchema>;
export type QuietHours = z.infer<typeof quietHoursSchema>;
export type FriendControls = z.infer<typeof friendControlsSchema>;
export type ChangeFriendControls = z.infer<typeof changeFriendControlsSchema>;
export type BlockedPerson = z.infer<typeof blockedPersonSchema>;
export type ConnectionRequest = z.infer<typeof connectionRequestSchema>;
export type Report = z.infer<typeof reportSchema>;
