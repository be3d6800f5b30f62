import { afterAll } from 'vitest';
import type { Config } from '#server/config.ts';
import { openEndpoint } from './endpoint.ts';
import { startTestServer } from './test-server.ts';

/** Starts a test server whose texts go to an endpoint, for one test file. Call it at the top of the file. */
export async function startTextedServer(overrides: Partial<Config> = {}) {
  const endpoint = await openEndpoint();
  afterAll(() => endpoint.close());
  return { ...(await startTestServer({ generalMessageUrl: endpoint.address, ...overrides })), endpoint };
}
