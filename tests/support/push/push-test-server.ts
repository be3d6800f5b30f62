import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import type { Config } from '#server/config.ts';
import { newSession } from '../people/new-session.ts';
import { startTestServer } from '../servers/test-server.ts';
import { PushService, type TestDevice } from './push-service.ts';
import { PUSH_HOST } from './subscription.ts';

/** A row of `pushes`. */
interface StoredPush {
  cause: string;
  isDue: boolean;
  isShown: boolean;
  attempts: number;
}

/** Starts a test server with a push service that its devices subscribe at, for one test file. Call it at the top of the file. */
export async function startPushTestServer(overrides: Partial<Config> = {}) {
  const service = await PushService.open();
  afterAll(() => service.close());
  const server = await startTestServer({
    ...overrides,
    pushHosts: [service.host, PUSH_HOST, ...(overrides.pushHosts ?? [])],
  });
  const { pool } = server.database;
  const tabs: LiveClient[] = [];
  afterEach(async () => {
    for (const tab of tabs.splice(0)) tab.terminate();
    // Pushes wait for people with an open browser, and a server learns a little later that one has closed.
    const { live } = server.moodring.context;
    const { rows } = await pool.query<{ id: string }>('select id from users');
    await vi.waitFor(() => expect(rows.filter(({ id }) => live.mayBeOnline(id))).toEqual([]));
    await pool.query('delete from causes');
    await pool.query('delete from push_devices');
    service.clear();
  });
  /** Lets pauses and waits of all pushes pass, without waiting for them. */
  async function passTime() {
    await pool.query(
      `update pushes set due_at = case when due_at is not null then least(due_at, now()) end, shown_at = shown_at - interval '1 minute',
           reason_at = case when shown_at >= reason_at then reason_at - interval '1 minute' else reason_at end`,
    );
    server.moodring.context.push.wake();
  }
  return {
    ...server,
    service,
    passTime,
    /** Chooses a mood, and lets the waits of its emails, calls and pauses be over. */
    async chooseAndPassTime(who: Member, mood: string) {
      expect((await who.choose(mood)).status).toBe(200);
      await server.settled();
      await passTime();
      await server.settled();
    },
    /** Subscribes a client's session at the push service, with all choices at their defaults unless given. */
    async subscribe(who: Client & { uid: string }, name: string, choices: object = {}) {
      // What has happened before is not for this device.
      await server.settled();
      const device = service.device(name);
      const put = await who.put(`/api/users/${who.uid}/push`, device.subscription);
      expect(put.status).toBe(200);
      if (Object.keys(choices).length > 0)
        expect((await who.patch(`/api/users/${who.uid}/push`, choices)).status).toBe(200);
      return device;
    },
    /** Another browser of a person, with a session of its own. */
    async newBrowser(who: Member) {
      return Object.assign((await newSession(server, who)).client, { uid: who.uid });
    },
    /** An open browser; it closes after the test. */
    async openTab(who: Client) {
      const tab = await who.listen();
      tabs.push(tab);
      return tab;
    },
    /** Expects that a device has got these pushes, once the server is settled. */
    async expectTags(device: TestDevice, ...expected: string[]) {
      await server.settled();
      expect(device.tags()).toEqual(expected);
    },
    async stored() {
      const { rows } = await pool.query<StoredPush>(
        `select cause, due_at is not null as "isDue", shown_at is not null as "isShown", attempts from pushes
         order by cause, device`,
      );
      return rows;
    },
  };
}

/** Ada and Grace, friends on such a server. Before each test Ada is well, and all messages are read. */
export async function startPushFriends() {
  const server = await startPushTestServer();
  const [ada, grace] = [await server.signUp({ firstname: 'Ada' }), await server.signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  beforeEach(async () => {
    await ada.choose('Green');
    await server.database.pool.query('update messages set read = true');
  });
  return { ...server, ada, grace };
}

/** Sends a chat message by HTTP. */
export async function write(from: Member, to: Member, content = 'Hello'): Promise<void> {
  const answer = await from.say(to, content);
  expect(answer.status).toBe(200);
}
