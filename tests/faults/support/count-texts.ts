import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#fixtures/population/random.ts';
import { hang, type TestEndpoint } from '#tests/support/servers/endpoint.ts';

/** A message endpoint that counts the texts that it has accepted. */
export interface CountedEndpoint {
  /** By the text's id: how often the endpoint accepted it. */
  taken: Map<string, number>;
  /** From now on the endpoint does not answer. */
  hang(): void;
  /** From now on the endpoint accepts each text after a few milliseconds. */
  take(): void;
}

/** Counts texts. A call whose sender has gone before the answer does not count: the sender does not know of it. */
export function countTexts(endpoint: TestEndpoint, random: Random): CountedEndpoint {
  const taken = new Map<string, number>();
  const take = async (...[response, { headers }]: Parameters<TestEndpoint['answer']>) => {
    // The endpoint's latency.
    await pause(random.below(6));
    if (response.destroyed || response.socket?.destroyed) return;
    const key = String(headers['idempotency-key']);
    taken.set(key, (taken.get(key) ?? 0) + 1);
    response.writeHead(202).end();
  };
  endpoint.answer = take;
  return {
    taken,
    hang() {
      endpoint.answer = hang;
    },
    take() {
      endpoint.answer = take;
    },
  };
}
