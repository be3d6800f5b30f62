import { Client, type Member } from '#fixtures/client.ts';
import { freePort } from '#fixtures/free-port.ts';
import type { Config } from '#server/config.ts';
import { startServer } from '#server/start-server.ts';
import type { TestServer } from './test-server.ts';

export type OtherNode = Awaited<ReturnType<typeof startOtherNode>>;

/** Starts another node on the database of a test server. @param overrides its settings that differ from the first node's */
export async function startOtherNode(first: TestServer, overrides: Partial<Config> = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { config } = first.moodring.context;
  const moodring = await startServer(
    { ...config, port, appUrl: origin, trustedOrigins: [origin], ...overrides },
    first.database.url,
    first.log.log,
  );
  for (const worker of moodring.workers) first.workers.add(worker);
  return {
    async stop() {
      for (const worker of moodring.workers) first.workers.delete(worker);
      await moodring.stop();
    },
    /** A client for this node with the person's session. */
    as(person: Member) {
      const client = new Client(origin);
      client.cookie = person.cookie;
      return client;
    },
  };
}
