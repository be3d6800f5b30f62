import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import type { Config } from '#server/config.ts';
import { newSession } from '../people/new-session.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';
import { PushService, type TestDevice } from './push-service.ts';

/** A test server with a push service that its devices subscribe at. */
export interface PushTestServer extends TestServer {
  service: PushService;
  /** Subscribes a client's session at the push service, with all choices at their defaults unless given. */
  subscribe(who: Client & { uid: string }, name: string, choices?: object): Promise<TestDevice>;
  /** Another browser of a person, with a session of its own. */
  newBrowser(who: Member): Promise<Client & { uid: string }>;
  /** An open browser; it closes after the test. */
  openTab(who: Client): Promise<LiveClient>;
  /** Lets pauses and waits of all pushes pass, without waiting for them. */
  passTime(): Promise<void>;
  /** Expects that a device has got these pushes, once the server is settled. */
  expectTags(device: TestDevice, ...expected: string[]): Promise<void>;
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
  return {
    ...server,
    service,
    async subscribe(who, name, choices = {}) {
      // What has happened before is not for this device.
      await server.settled();
      const device = service.device(name);
      const put = await who.put(`/api/users/${who.uid}/push`, device.subscription);
      expect(put.status).toBe(200);
      if (Object.keys(choices).length > 0)
        expect((await who.patch(`/api/users/${who.uid}/push`, choices)).status).toBe(200);
      return device;
    },
    async newBrowser(who) {
      return Object.assign((await newSession(server, who)).client, { uid: who.uid });
    },
    async openTab(who) {
      const tab = await who.listen();
      tabs.push(tab);
      return tab;
    },
    async passTime() {
      await pool.query(
        `update pushes set due_at = case when due_at is not null then least(due_at, now()) end, shown_at = shown_at - interval '1 minute'`,
      );
      server.moodring.context.push.wake();
    },
    async expectTags(device, ...expected) {
      await server.settled();
      expect(device.tags()).toEqual(expected);
    },
    async stored() {
      const { rows } = await pool.query(
        `select cause, due_at is not null as "isDue", shown_at is not null as "isShown", attempts from pushes
         order by cause, session_id`,
      );
      return rows;
    },
  };
}

/** Ada and Grace, friends on such a server. Before each test Ada is well, and all messages are read. */
export async function startPushFriends(): Promise<PushTestServer & { ada: Member; grace: Member }> {
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
