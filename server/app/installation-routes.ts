import { installationSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { VERSION } from './version.ts';

/** The settings that screens show. Callers need not be signed in, because neither must the screens' readers. */
export function installationRoutes(context: Context) {
  const { mailer, outbox } = context;
  const { signUp, textCountries, oidc } = context.config;
  const { api, open } = createCalls(context);
  const resetBy = [...(mailer.isSet ? ['email' as const] : []), ...(outbox.canSend ? ['text' as const] : [])];
  const countries = textCountries === 'all' ? textCountries : [...textCountries];
  open(
    'get',
    '/installation',
    { answer: installationSchema, says: 'What everybody may know of how this installation is set up' },
    () => ({
      version: VERSION,
      signUp,
      signInWith: oidc?.name ?? null,
      resetBy,
      sendsTexts: outbox.canSend,
      textCountries: countries,
    }),
  );
  return api;
}
