import { createResetLink, listOtherWaysIn } from '#server/features/identity/index.ts';
import { createOperatorInvite } from '#server/features/invites/index.ts';
import { type Command, day, personCommand, Refused, WrongUsage } from './command.ts';

const INVITE = { days: 30, uses: 1 };
const MOST_DAYS = 365;
const MOST_USES = 1_000;

/** Commands that let people in. The operator hands the printed link to the person. */
export const waysInCommands: Command[] = [
  personCommand(
    'person reset-password',
    'prints a link for a new password, once: it works for an hour and one use; --confirm-email if the email is theirs',
    async ({ pool, person: { uid, name, email }, options, config }) => {
      const link = await createResetLink(pool, config(), email, options['confirm-email'] === true);
      if (!link) throw new Refused(`${name} has no password.`);
      const others = await listOtherWaysIn(pool, uid);
      const words = `Give this link to ${name}, and to nobody else. It works once, within an hour:`;
      const warning = `The email is not confirmed, so other ways in may be another person's (${others}). --confirm-email ends them.`;
      return { lines: [words, link, ...(others ? [warning] : [])], data: { email, link, others } };
    },
    { 'confirm-email': { type: 'boolean' } },
  ),
  {
    name: 'invite',
    options: { days: { type: 'string' }, uses: { type: 'string' } },
    does: `prints an invitation to sign up, for ${INVITE.uses} person and ${INVITE.days} days unless --days and --uses say more`,
    async run(tools, { options }) {
      const days = wholeNumber('--days', options.days ?? INVITE.days, MOST_DAYS);
      const uses = wholeNumber('--uses', options.uses ?? INVITE.uses, MOST_USES);
      const pool = await tools.database();
      const { code, expiresAt } = await createOperatorInvite(pool, { days, uses });
      const link = `${tools.config().appUrl}/join#${code}`;
      const people = uses === 1 ? 'one person' : `${uses} people`;
      return {
        lines: [`Lets ${people} sign up until ${day(expiresAt)}:`, link],
        data: { link, uses, expiresAt },
      };
    },
  },
];

function wholeNumber(option: string, value: unknown, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new WrongUsage(`${option} is a whole number from 1 to ${most}.`);
  return number;
}
