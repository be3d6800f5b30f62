import { afterAll } from 'vitest';
import type { Config } from '#server/config.ts';
import { openEndpoint, type TestEndpoint } from './endpoint.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A test server whose texts go to an endpoint. */
export interface TextedServer extends TestServer {
  endpoint: TestEndpoint;
}

/** Starts both for one test file. Call it at the top of the file. */
export async function startTextedServer(overrides: Partial<Config> = {}): Promise<TextedServer> {
  const endpoint = await openEndpoint();
  afterAll(() => endpoint.close());
  return { ...(await startTestServer({ generalMessageUrl: endpoint.address, ...overrides })), endpoint };
}
