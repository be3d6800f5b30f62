import { createRoute } from '@hono/zod-openapi';
import { installationSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { answers } from '#server/http/describe-call.ts';

const installationCall = createRoute({
  method: 'get',
  path: '/installation',
  responses: answers(installationSchema, 'What everybody may know of how this installation is set up'),
});

/** What the screens say of the settings: the call is anybody's, as those screens are. */
export function installationRoutes({ config: { signUp, textCountries } }: Pick<Context, 'config'>) {
  return createApi().openapi(installationCall, (c) =>
    c.json({ signUp, textCountries: textCountries === 'all' ? textCountries : [...textCountries] }, 200),
  );
}
