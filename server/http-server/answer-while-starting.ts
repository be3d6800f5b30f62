import { once } from 'node:events';
import { createServer } from 'node:http';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { languageOf, wordsOf } from '#server/languages.ts';

/** Answers `/livez`, and 503 to all else, while migrations run. @throws {Error} EADDRINUSE, EADDRNOTAVAIL */
export async function answerWhileStarting({ port, host }: Pick<Config, 'port' | 'host'>) {
  const server = createServer((request, response) => {
    const isLivez = request.url === '/livez';
    response.writeHead(isLivez ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLivez && { 'retry-after': '5' }),
    });
    response.end(
      JSON.stringify(
        isLivez ? { ok: true } : { error: new ProductError('unavailable').view(wordsOf(languageOf(request.headers))) },
      ),
    );
  });
  server.listen({ port, host });
  await once(server, 'listening');
  return {
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
