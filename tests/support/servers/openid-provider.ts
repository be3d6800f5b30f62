import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import type { OidcSettings } from '#server/config.ts';
import { listen } from './listen.ts';

/** The claims of a person; `sub` is the name of their account there. */
export type Subject = { sub: string } & Record<string, unknown>;

export type OpenidProvider = Awaited<ReturnType<typeof openOpenidProvider>>;

const SETTINGS = { clientId: 'moodring', clientSecret: 'a secret that the provider knows', name: 'Our Home' };

const KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });

/** Opens an OpenID provider. It asks nothing: `person` is who logs in there, and without one turns back. */
export async function openOpenidProvider() {
  const server = createServer();
  const { port, close } = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Subject>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: SETTINGS.clientId, client_secret: SETTINGS.clientSecret, redirect_uris: [issuer] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key that only the tests use'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => people.get(accountId) }),
    jwks: { keys: [KEY] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: () => '/log-in' },
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // The app's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = () => true;
  const settings: OidcSettings = { issuer, ...SETTINGS };
  const opened = {
    settings,
    person: undefined as Subject | undefined,
    /** Answers every call with an error, as in an outage. */
    isDown: false,
    close,
  };
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (opened.isDown) return void response.writeHead(502).end();
    if (!request.url!.startsWith('/log-in')) return answer(request, response);
    const { person } = opened;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub, remember: false } } : { error: 'access_denied' };
    return void provider.interactionFinished(request, response, result);
  });
  return opened;
}
