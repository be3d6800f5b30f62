import { afterAll, expect, test } from 'vitest';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const { database, visitor, insertMembers } = await startTestServer({
  generalMessageUrl: endpoint.address,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});

const TRIES = 1_000;
/** The first quartile: a busy machine delays half of the calls, but hardly a quarter of them. */
const quartile = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 4)]!;

test.each(['/api/recovery/link', '/api/recovery/code'])(
  '%s: 1,000 tries take the same time for known and unknown emails',
  async (path) => {
    const [ada] = await insertMembers(1);
    await database.pool.query('update users set phone_proven_at = now() where id = $1', [ada!.uid]);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < TRIES; n++) {
      // In random order, so that both follow each other's work in the background equally often.
      const kind = Math.random() < 0.5 ? 'known' : 'unknown';
      const email = kind === 'known' ? ada!.email : `nobody.${n}@example.com`;
      const start = performance.now();
      const { status } = await visitor.post(path, { email });
      times[kind].push(performance.now() - start);
      expect(status).toBe(200);
    }
    const [known, unknown] = [quartile(times.known), quartile(times.unknown)];
    console.info(`${path}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms (first quartile)`);
    expect(Math.abs(known - unknown)).toBeLessThan(0.2 * unknown);
  },
  120_000,
);
