import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { hasNats, startNats, type TestNats } from '#fixtures/nats.ts';
import { type OtherNode, startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/test-server.ts';

/** The service under the bus: how to start it, and how to cut it off for a moment. */
interface Carrier {
  settings(): Promise<{ natsUrl?: string }>;
  cutOff(server: TestServer, meanwhile: () => Promise<void>): Promise<void>;
}

let nats: TestNats;

const carriers: Record<string, Carrier> = {
  PostgreSQL: {
    settings: async () => ({}),
    async cutOff({ database }, meanwhile) {
      await database.pool.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'moodring bus' and datname = current_database()`,
      );
      await meanwhile();
    },
  },
  NATS: {
    async settings() {
      nats = await startNats();
      return { natsUrl: nats.url };
    },
    async cutOff(_, meanwhile) {
      await nats.kill();
      await meanwhile();
      await nats.start();
    },
  },
};

afterAll(() => nats?.kill());

// CI installs nats-server. Without it only the bus over PostgreSQL is tested.
const names = Object.keys(carriers).filter((name) => name !== 'NATS' || hasNats() || process.env.CI);

describe.each(names)('three nodes with a bus over %s', (name) => {
  const carrier = carriers[name]!;
  let first: TestServer;
  let others: OtherNode[];
  let ada: Member;
  let grace: Member;

  beforeAll(async () => {
    first = await startTestServer({ databaseUrl: 'shared', ...(await carrier.settings()) });
    others = [await startOtherNode(first), await startOtherNode(first)];
    ada = await first.signUp({ firstname: 'Ada' });
    grace = await first.signUp({ firstname: 'Grace' });
  });
  afterAll(() => Promise.all(others.map((node) => node.stop())));

  /** A person's clients on each node. */
  const everywhere = (person: Member): Client[] => [person, ...others.map((node) => node.as(person))];
  const listenEverywhere = (person: Member) => Promise.all(everywhere(person).map((client) => client.listen()));

  test('a connection, a message, a read mark and a mood reach each socket of a person once, on any node', async () => {
    const [adas, graces] = [
      await listenEverywhere(ada),
      [...(await listenEverywhere(grace)), await others[1]!.as(grace).listen()],
    ];
    await ada.connect(grace);
    for (const tab of graces) {
      expect((await tab.next('connection')).entry).toMatchObject({ uid: ada.uid, unread: 1 });
      await tab.next('message');
    }

    const id = randomUUID();
    adas[1]!.send({ type: 'send', id, receiver: grace.uid, content: 'across' });
    await adas[1]!.next('sent');
    for (const tab of graces) expect((await tab.next('message')).message).toMatchObject({ id, content: 'across' });

    graces[2]!.send({ type: 'read', sender: ada.uid });
    const read = { by: grace.uid, sender: ada.uid };
    for (const tab of [...adas, ...graces]) expect(await tab.next('read')).toMatchObject(read);

    await ada.choose('Dark');
    for (const tab of [...adas, ...graces])
      expect(await tab.next('mood')).toMatchObject({ uid: ada.uid, mood: 'Dark' });
    for (const tab of graces)
      expect(await tab.next('friend-ask')).toMatchObject({ uid: ada.uid, level: 'Dark', state: 'open' });

    await heardByAll(ada, graces);
    for (const tab of graces) expect(await tab.everything()).toEqual([]);
  });

  test('messages sent by all people at once reach each of their sockets exactly once', async () => {
    const [adas, graces] = [await listenEverywhere(ada), await listenEverywhere(grace)];
    const ids = Array.from({ length: 300 }, () => randomUUID());
    ids.forEach((id, n) => {
      const [tab, receiver] = n % 2 ? [adas[n % 3]!, grace] : [graces[n % 3]!, ada];
      tab.send({ type: 'send', id, receiver: receiver.uid, content: `${n}` });
    });
    for (const tab of [...adas, ...graces]) {
      const heard: string[] = [];
      while (heard.length < ids.length) {
        const event = await tab.oldest();
        if (event.type === 'message') heard.push(event.message.id);
        if (event.type === 'sent') heard.push(event.id);
      }
      expect(heard.sort()).toEqual([...ids].sort());
    }
    await heardByAll(ada, graces);
    for (const tab of graces) expect(await tab.everything()).toEqual([]);
  });

  test('an event that is too large for the bus makes the other browsers fetch again', async () => {
    const [here, there] = await listenEverywhere(grace);
    const content = 'ä'.repeat(9_000);
    await ada.say(grace, content);
    expect((await here!.next('message')).message.content).toBe(content);
    if (name === 'PostgreSQL') await there!.next('refetch');
    else expect((await there!.next('message')).message.content).toBe(content);
  });

  test('a stranger receives nothing on any node', async () => {
    const stranger = await first.signUp({ firstname: 'Eve' });
    const [eves, graces] = [await listenEverywhere(stranger), await listenEverywhere(grace)];
    await ada.choose('Purple');
    await ada.say(grace, 'for Grace');
    for (const tab of graces) await tab.next('message');
    for (const tab of eves) expect(await tab.everything()).toEqual([]);
  });

  test('a person who closes a tab and opens it again receives later events', async () => {
    const there = others[0]!.as(grace);
    for (const staying of [await there.listen(), undefined]) {
      const gone = await there.listen();
      gone.terminate();
      await gone.closed;
      const back = await there.listen();
      const { body } = await ada.choose('Green');
      for (const tab of staying ? [staying, back] : [back])
        expect((await tab.next('mood')).chosenAt).toBe(body.chosenAt);
      for (const tab of staying ? [staying, back] : [back]) {
        tab.terminate();
        await tab.closed;
      }
    }
  });

  test('after the bus was cut off, browsers fetch again and the bus works again, also for a socket that opened meanwhile', async () => {
    const graces = await listenEverywhere(grace);
    let missed: unknown;
    let late: LiveClient;
    await carrier.cutOff(first, async () => {
      const { mood, chosenAt } = (await ada.choose('Dark')).body;
      missed = { mood, chosenAt };
      late = await others[0]!.as(grace).listen();
    });
    for (const tab of graces) await tab.next('refetch');
    // PostgreSQL may be connected again before that socket opens.
    if (name === 'NATS') await late!.next('refetch');
    graces.push(late!);
    for (const client of everywhere(grace)) {
      expect((await client.get(`/api/users/${ada.uid}/info/mood`)).body).toEqual(missed);
      expect((await client.get('/api/asks')).body.friends).toMatchObject([{ uid: ada.uid, level: 'Dark' }]);
    }

    const id = randomUUID();
    await expect
      .poll(async () => {
        await ada.choose('Yellow');
        const heard = await Promise.all(graces.map((tab) => tab.everything()));
        return heard.every((events) => events.some((event) => event.type === 'mood'));
      })
      .toBe(true);
    await ada.post('/api/messages', { id, receiver: grace.uid, content: 'as before' });
    for (const tab of graces) expect((await tab.next('message')).message.id).toBe(id);
  });

  test('a sign-out while the bus is cut off closes the sockets at the others when it is back', async () => {
    const alan = await first.signUp({ firstname: 'Alan' });
    const alans = await listenEverywhere(alan);
    await carrier.cutOff(first, async () => void (await alan.post('/api/identity/sign-out')));
    for (const tab of alans) expect((await tab.closed).code).toBe(4401);
  });

  test('a person’s first socket on a node, or the next after it closed, opened while messages to them are sent, misses none', async () => {
    const [alan, teller] = [await first.signUp({ firstname: 'Alan' }), await first.signUp({ firstname: 'Mei' })];
    await teller.connect(alan);
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const sending = (async () => {
      for (const id of ids) await teller.post('/api/messages', { id, receiver: alan.uid, content: 'now' });
    })();
    const clients = everywhere(alan).slice(1);
    const known = await Promise.all(
      clients.map(async (client, n) => {
        if (n > 0) (await client.listen()).terminate();
        const tab = await client.listen();
        const { body } = await client.get(`/api/messages?with=${teller.uid}`);
        return { tab, fetched: body.messages.map((message: { id: string }) => message.id) as string[] };
      }),
    );
    await sending;
    await heardByAll(
      teller,
      known.map(({ tab }) => tab),
    );
    for (const { tab, fetched } of known) {
      const heard = (await tab.everything()).flatMap((event) => (event.type === 'message' ? [event.message.id] : []));
      expect(ids.filter((id) => !fetched.includes(id) && !heard.includes(id))).toEqual([]);
    }
  });

  /** Sends a last event on each node. It arrives after all earlier events, because each node's events keep their order. */
  async function heardByAll(teller: Member, tabs: LiveClient[]): Promise<void> {
    for (const client of everywhere(teller)) {
      const { body } = await client.put(`/api/users/${teller.uid}/info/mood`, { mood: 'Green' });
      for (const tab of tabs) expect((await tab.next('mood')).chosenAt).toBe(body.chosenAt);
    }
  }
});
