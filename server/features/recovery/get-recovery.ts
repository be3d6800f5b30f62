import type { Recovery } from '#contract/account/recovery.ts';
import { ProductError } from '#contract/errors.ts';
import type { Words } from '#languages';
import type { Context } from '#server/context.ts';
import { codeRefusal } from './phone/code-refusal.ts';

type Row = Pick<
  Recovery,
  'email' | 'emailConfirmed' | 'newEmail' | 'phone' | 'phoneProven' | 'linked' | 'providerEnded'
> & {
  phoneKey: string | null;
};

const OWN = `
  select u.email, u.email_verified as "emailConfirmed", u.phonenumber as phone, u.phone_key as "phoneKey",
    u.phone_proven_at is not null as "phoneProven",
    exists (select from accounts where user_id = u.id and provider_id <> 'credential') as linked,
    exists (select from accounts where user_id = u.id and provider_ended_at is not null) as "providerEnded",
    (select l.email from one_time_links l join accounts a on a.user_id = l.uid and a.generation = l.generation
     where l.uid = u.id and l.purpose = 'email' and l.email <> u.email and l.expires_at > now()
     order by l.created_at desc limit 1) as "newEmail"
  from users u where u.id = $1`;

/** A person's own ways back into their account. @throws {ProductError} not_signed_in, when it has just been deleted */
export async function getRecovery(context: Context, uid: string, t: Words): Promise<Recovery> {
  const { rows } = await context.pool.query<Row>(OWN, [uid]);
  if (!rows[0]) throw new ProductError('not_signed_in');
  const { phoneKey, ...own } = rows[0];
  return {
    ...own,
    sendsMail: context.mailer.isSet,
    codeRefused: codeRefusal(context, phoneKey)?.(t) ?? null,
    phoneProof: context.config.phoneProof,
  };
}
