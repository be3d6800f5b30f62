import { afterAll, beforeEach } from 'vitest';
import { openEndpoint, status } from './endpoint.ts';

/** Opens an endpoint for one test file. Before each test it has got nothing, and gives this answer. Call it at the top of the file. */
export async function openTestEndpoint(answer = status(202)) {
  const endpoint = await openEndpoint();
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.answer = answer;
  });
  afterAll(() => endpoint.close());
  return endpoint;
}
