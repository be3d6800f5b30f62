import { afterAll, afterEach, expect, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import type { Config } from '#server/config.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';
import { PushService, type TestDevice } from './push-service.ts';

/** A test server with a push service that its devices subscribe at. */
export interface PushTestServer extends TestServer {
  service: PushService;
  /** Subscribes a client's session at the push service, with all choices at their defaults unless given. */
  subscribe(who: Client & { uid: string }, name: string, choices?: object): Promise<TestDevice>;
  /** Lets pauses and waits of all pushes pass, without waiting for them. */
  passTime(): Promise<void>;
  /** Waits until no push is due, and no cause waits. */
  settled(): Promise<void>;
  /** The rows of `pushes`. */
  stored(): Promise<{ cause: string; isDue: boolean; isShown: boolean; attempts: number }[]>;
}

/** Starts both for one test file. Call it at the top of the file. */
export async function startPushTestServer(overrides: Partial<Config> = {}): Promise<PushTestServer> {
  const service = await PushService.open();
  afterAll(() => service.close());
  const server = await startTestServer({
    ...overrides,
    pushHosts: [service.host, 'push.example', ...(overrides.pushHosts ?? [])],
  });
  const { pool } = server.database;
  afterEach(async () => {
    await pool.query('delete from push_causes');
    await pool.query('delete from push_devices');
    service.clear();
  });
  return {
    ...server,
    service,
    async subscribe(who, name, choices = {}) {
      const device = service.device(name);
      const put = await who.put(`/api/users/${who.uid}/push`, device.subscription);
      expect(put.status).toBe(200);
      if (Object.keys(choices).length > 0)
        expect((await who.patch(`/api/users/${who.uid}/push`, choices)).status).toBe(200);
      return device;
    },
    async passTime() {
      await pool.query(
        `update pushes set due_at = case when due_at is not null then least(due_at, now()) end, shown_at = shown_at - interval '1 minute'`,
      );
      server.moodring.context.push.wake();
    },
    settled: () =>
      vi.waitFor(async () => {
        const { rows } = await pool.query(
          `select 'a cause' as what, now() as due_at, 0 as claims, 0 as version, 0 as attempts from push_causes
           union all select cause, due_at, claims, version, attempts from pushes where due_at is not null`,
        );
        expect(rows).toEqual([]);
      }, 15_000),
    async stored() {
      const { rows } = await pool.query(
        `select cause, due_at is not null as "isDue", shown_at is not null as "isShown", attempts from pushes
         order by cause, session_id`,
      );
      return rows;
    },
  };
}

/** Waits until a device has got so many pushes, and expects no more. @returns their tags */
export async function waitForTags(device: TestDevice, ...expected: string[]): Promise<void> {
  await vi.waitFor(() => expect(device.tags()).toEqual(expected), 15_000);
}

/** Sends a chat message by HTTP. */
export async function write(from: Member, to: Member, content = 'Hello'): Promise<void> {
  const answer = await from.post('/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });
  expect(answer.status).toBe(200);
}
