import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { lookupPublic } from './public-lookup.ts';
import type { KnownEndpoint } from './push-services.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 4_096;

export interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Calls push services over connections that stay open. Redirects are not followed. */
export function createPushServiceClient() {
  // Each connection would read the list of authorities anew.
  const agent = new Agent({ keepAlive: true, secureContext: createSecureContext() });

  return {
    /** @throws {Error} when the call failed or took too long, or when the host has a private address */
    async post(
      { url, isListed }: KnownEndpoint,
      headers: Record<string, string>,
      body: Buffer,
      aborted: AbortSignal,
    ): Promise<ServiceAnswer> {
      const options: RequestOptions = {
        ...{ method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
        signal: AbortSignal.any([aborted, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(!isListed && { lookup: lookupPublic }),
      };
      for (let calls = 1; ; calls++) {
        const { promise, resolve, reject } = Promise.withResolvers<ServiceAnswer>();
        const call = request(url, options, (answer) => {
          const { statusCode: status = 0, headers } = answer;
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > ANSWER_MAX_BYTES) answer.destroy();
          });
          const retryHeaders = new Headers({ 'retry-after': headers['retry-after'] ?? '', date: headers.date ?? '' });
          text(answer)
            .catch(() => '')
            .then((body) => resolve({ status, headers: retryHeaders, body }));
        });
        call.on('error', reject);
        call.end(body);
        try {
          return await promise;
        } catch (error) {
          // The service closed an idle connection at this moment, so the call has not reached it.
          const wasClosed = call.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
          if (!wasClosed || calls > 1) throw error;
          await pause(0);
        }
      }
    },
    close: () => agent.destroy(),
  };
}
