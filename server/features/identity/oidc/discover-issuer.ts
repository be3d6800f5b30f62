import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { OidcSettings } from '#server/config.ts';

/** For each call of the provider. A person waits for it. */
const TIMEOUT_SECONDS = 8;
const KEPT_MS = 60 * 60 * 1_000;

/**
 * Asks the provider for its addresses and keys (OpenID Connect Discovery 1.0) at the first log-in of an hour: the server's start waits
 * for no other machine. After a failure the next log-in asks again. @throws when the provider does not answer, or is another one
 */
export function createDiscovery({ issuer, clientId, clientSecret }: OidcSettings): () => Promise<Configuration> {
  const address = new URL(issuer);
  const execute = [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const discover = () =>
    discovery(address, clientId, {}, authenticateWith(clientSecret), { timeout: TIMEOUT_SECONDS, execute });
  let found: Promise<Configuration> | undefined;
  let endsAt = 0;
  return () => {
    if (performance.now() >= endsAt) found = undefined;
    if (!found) endsAt = performance.now() + KEPT_MS;
    found ??= discover().catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

/** All providers must take the first way (RFC 6749 §2.3.1); some say that they take the other alone. */
function authenticateWith(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    way(secret)(server, client, body, headers);
  };
}
