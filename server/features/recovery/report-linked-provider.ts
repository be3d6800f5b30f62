import type { Context } from '#server/context.ts';
import { findAccount } from '#server/features/identity/index.ts';
import { providerLinkedMail } from './words.ts';

/** Mails the person that the operator's provider lets them in from now on. */
export function reportLinkedProvider({ background, config, mailer, pool }: Context, email: string): void {
  background.run('mail about a provider', async () => {
    const account = await findAccount(pool, { email });
    if (account) mailer.send(providerLinkedMail(account, config.oidc!.name, config.appUrl));
  });
}
