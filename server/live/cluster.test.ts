import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Member } from '#tests/support/client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { hasNats, startNats, type TestNats } from '#tests/support/nats.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { type Moodring, startMoodring } from '../moodring.ts';

/** What carries the bus: how to set it up, and how to cut it off for a moment. */
interface Carrier {
  settings(): Promise<{ natsUrl?: string }>;
  cutOff(server: TestServer): Promise<void>;
}

let nats: TestNats;

const carriers: Record<string, Carrier> = {
  PostgreSQL: {
    settings: async () => ({}),
    async cutOff({ database }) {
      await database.pool.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'moodring bus' and datname = current_database()`,
      );
    },
  },
  NATS: {
    async settings() {
      nats = await startNats();
      return { natsUrl: nats.url };
    },
    async cutOff() {
      await nats.kill();
      await nats.start();
    },
  },
};

afterAll(() => nats?.kill());

// CI installs nats-server; elsewhere the bus that is always there is enough.
const names = Object.keys(carriers).filter((name) => name !== 'NATS' || hasNats() || process.env.CI);

describe.each(names)('two nodes that tell each other through %s', (name) => {
  const carrier = carriers[name]!;
  let here: TestServer;
  let there: Moodring;
  let ada: Member;
  let grace: Member;
  /** Grace, on the other node. */
  let afar: Client;

  beforeAll(async () => {
    const settings = await carrier.settings();
    here = await startTestServer({ databaseUrl: 'shared', ...settings });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const config = { ...here.moodring.context.config, port, appUrl: origin, trustedOrigins: [origin] };
    there = await startMoodring(config, here.database.url, here.log.log);
    ada = await here.signUp({ firstname: 'Ada' });
    grace = await here.signUp({ firstname: 'Grace' });
    afar = new Client(origin);
    afar.cookie = grace.cookie;
  });
  afterAll(() => there.stop());

  test('a connection, a message, a read mark and a mood reach a person on the other node', async () => {
    const gracesBrowser = await afar.listen();
    const adasBrowser = await ada.listen();
    await ada.connect(grace);
    expect((await gracesBrowser.next('connection')).entry).toMatchObject({ uid: ada.uid, unread: 1 });

    const id = randomUUID();
    await gracesBrowser.next('message');
    adasBrowser.send({ type: 'send', id, receiver: grace.uid, content: 'across' });
    await adasBrowser.next('sent');
    expect((await gracesBrowser.next('message')).message).toMatchObject({ id, content: 'across' });

    gracesBrowser.send({ type: 'read', sender: ada.uid });
    expect(await adasBrowser.next('read')).toMatchObject({ by: grace.uid, sender: ada.uid });

    await ada.choose('Dark');
    expect(await gracesBrowser.next('mood')).toMatchObject({ uid: ada.uid, mood: 'Dark' });
  });

  test('what does not fit on the bus makes the other browser fetch again', async () => {
    const browser = await afar.listen();
    const content = 'ä'.repeat(9_000);
    await ada.post('/api/messages', { id: randomUUID(), receiver: grace.uid, content });
    if (name === 'PostgreSQL') await browser.next('refetch');
    else expect((await browser.next('message')).message.content).toBe(content);
  });

  test('a stranger on the other node hears nothing', async () => {
    const stranger = await here.signUp({ firstname: 'Eve' });
    const elsewhere = new Client(afar.origin);
    elsewhere.cookie = stranger.cookie;
    const [browser, witness] = [await elsewhere.listen(), await afar.listen()];
    await ada.choose('Purple');
    await ada.post('/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'for Grace' });
    await witness.next('message');
    expect(await browser.everything()).toEqual([]);
  });

  test('after the bus was cut off everybody fetches again, and it carries on', async () => {
    const browser = await afar.listen();
    await carrier.cutOff(here);
    await browser.next('refetch');
    await expect
      .poll(async () => {
        await ada.choose('Yellow');
        return (await browser.everything()).some((event) => event.type === 'mood');
      })
      .toBe(true);
  });

  test('signing out on one node closes the socket on the other', async () => {
    const browser = await afar.listen();
    await grace.post('/api/identity/sign-out');
    expect((await browser.closed).code).toBe(4401);
  });
});
