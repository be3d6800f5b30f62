import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#fixtures/population/random.ts';
import { hang, type TestEndpoint } from '#tests/support/servers/endpoint.ts';

/** A message endpoint that knows which texts it has taken, and how often. */
export interface CountedEndpoint {
  /** By the text's id: how often its sender was answered that it is taken. */
  taken: Map<string, number>;
  /** From now on calls are heard and not answered. */
  hang(): void;
  /** From now on calls are answered, each after a few milliseconds. */
  take(): void;
}

/** What is called by somebody who is gone before the answer is not taken: they were told nothing. */
export function countTexts(endpoint: TestEndpoint, random: Random): CountedEndpoint {
  const taken = new Map<string, number>();
  const take = async (...[response, { headers }]: Parameters<TestEndpoint['answer']>) => {
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
