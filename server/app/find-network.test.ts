import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { findNetwork } from './find-network.ts';

test.each([
  [0, ['192.0.2.1'], [/TRUST_PROXY is 0/]],
  [1, ['192.0.2.1', '6.6.6.6, 192.0.2.1'], []],
  [2, ['6.6.6.6, 192.0.2.1', '192.0.2.1', '192.0.2.1'], [/fewer addresses than TRUST_PROXY/]],
])('with TRUST_PROXY=%i the log says once whether X-Forwarded-For fits: %j', async (trustProxy, headers, warnings) => {
  const { log, lines } = createTestLog();
  const app = new Hono().use(findNetwork(trustProxy, log)).get('*', (c) => c.text(''));
  for (const header of headers) await app.request('/', { headers: { 'x-forwarded-for': header } });
  expect(lines.map(({ msg }) => msg)).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
});
