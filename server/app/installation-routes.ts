import { createRoute } from '@hono/zod-openapi';
import { installationSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { responses } from '#server/http/describe-call.ts';

const installationCall = createRoute({
  method: 'get',
  path: '/installation',
  responses: responses(installationSchema, 'What everybody may know of how this installation is set up'),
});

/** The settings that screens show. Callers need not be signed in, because neither must the screens' readers. */
export function installationRoutes({
  config: { signUp, textCountries },
  mailer,
  outbox,
}: Pick<Context, 'config' | 'mailer' | 'outbox'>) {
  const resetBy = [...(mailer.isSet ? ['email' as const] : []), ...(outbox.canSend ? ['text' as const] : [])];
  const countries = textCountries === 'all' ? textCountries : [...textCountries];
  return createApi().openapi(installationCall, (c) =>
    c.json({ signUp, resetBy, sendsTexts: outbox.canSend, textCountries: countries }, 200),
  );
}
