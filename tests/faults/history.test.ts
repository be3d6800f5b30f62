import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { MOODS } from '#contract/moods.ts';
import type { ChosenMood, ConnectionEntry, Message } from '#contract/views.ts';
import type { Client, Member } from '#fixtures/client.ts';
import { insertMembers } from '#fixtures/insert-members.ts';
import { hasNats, startNats, type TestNats } from '#fixtures/nats.ts';
import type { Random } from '#fixtures/population/random.ts';
import { type Sql, sqlOn } from '#fixtures/sql.ts';
import { type OtherNode, startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { Device } from './support/device.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { seededRandom } from './support/seeded-random.ts';

const PEOPLE = 6;
const DEVICES_EACH = 2;
const STEPS = repetitions(60);
const SETTLED_WITHIN_MS = 20_000;

let nats: TestNats | undefined;
afterAll(() => nats?.kill());

// CI installs nats-server; without it the test runs on PostgreSQL's bus alone.
const carriers = ['PostgreSQL', ...(hasNats() || process.env.CI ? ['NATS'] : [])];

type Acknowledged = Pick<Message, 'id' | 'seq' | 'sender' | 'receiver' | 'content'>;

/** Everything that the nodes have acknowledged. */
interface Ledger {
  messages: Acknowledged[];
  moods: Map<string, ChosenMood>;
  steps: number;
}

describe.each(carriers)('two nodes that exchange events through %s', (carrier) => {
  test('many people act at once, connect and disconnect: all devices and the database end with the same history', async () => {
    const random = seededRandom(`history over ${carrier}`);
    if (carrier === 'NATS') nats = await startNats();
    const first = await startTestServer({ databaseUrl: 'shared', natsUrl: carrier === 'NATS' ? nats?.url : undefined });
    const second = await startOtherNode(first);
    const sql = sqlOn(() => first.database.pool);
    const people = await insertMembers(sql, first.origin, first.moodring.context.config.authSecret, PEOPLE);
    const devices = people.flatMap((person, p) =>
      Array.from({ length: DEVICES_EACH }, (_, d) => new Device(person, `device ${d} of person ${p}`)),
    );
    const ledger: Ledger = { messages: [], moods: new Map(), steps: 0 };

    await Promise.all(devices.map((device) => device.connect(atSomeNode(device.person, second, random))));
    // Each person starts with two connections; the others connect during the test.
    for (const [p, person] of people.entries()) await person.connect(people[(p + 1) % PEOPLE]!);
    let over = false;
    const cuts = breakBusRepeatedly(carrier, sql, random, () => over);
    await Promise.all(
      devices.map((device) =>
        runSteps(device, people, ledger, random, () => atSomeNode(device.person, second, random)),
      ),
    );
    over = true;
    const faults = await cuts;

    let found: string[] = [];
    const settled = vi.waitFor(
      async () => {
        found = await differences(sql, devices, people, ledger);
        expect(found).toEqual([]);
      },
      { timeout: SETTLED_WITHIN_MS, interval: 200 },
    );
    // The count is reported even when differences are left.
    await settled.catch(() => {});
    reportCount({ what: `one history over two nodes (${carrier})`, tries: ledger.steps, faults, losses: found.length });
    expect(found).toEqual([]);
    const pairs = await sql<{ pair: string }>(`select owner || ' ' || other as pair from connections`);
    const friends = new Set(pairs.map(({ pair }) => pair));
    for (const { person, leaks, moodEventsOf } of devices) {
      const ofStrangers = [...moodEventsOf].filter((uid) => uid !== person.uid && !friends.has(`${person.uid} ${uid}`));
      expect([...leaks, ...ofStrangers]).toEqual([]);
    }
    expect(ledger.messages.length).toBeGreaterThan(STEPS);
    await Promise.all(devices.map((device) => device.disconnect()));
    await second.stop();
  });
});

function atSomeNode(person: Member, second: OtherNode, random: Random): Client {
  return random.below(2) === 0 ? person : second.as(person);
}

/** Breaks the bus at random times. @returns how often */
async function breakBusRepeatedly(carrier: string, sql: Sql, random: Random, isOver: () => boolean): Promise<number> {
  let cuts = 0;
  for (; !isOver(); cuts++) {
    // The time between two faults.
    await pause(500 + random.below(1_000));
    if (carrier === 'NATS') {
      await nats!.kill();
      // How long NATS is away.
      await pause(random.below(300));
      await nats!.start();
    } else {
      await sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'moodring bus' and datname = current_database()`,
      );
    }
  }
  return cuts;
}

/** Runs the random steps of a person at one device. */
async function runSteps(
  device: Device,
  people: Member[],
  ledger: Ledger,
  random: Random,
  someNode: () => Client,
): Promise<void> {
  const { person } = device;
  const others = people.filter((other) => other !== person);
  for (let step = 0; step < STEPS; step++) {
    ledger.steps += 1;
    const friends = device.circle.map(({ uid }) => uid);
    const friend = friends.length > 0 ? random.pick(friends) : undefined;
    const message = friend && { id: randomUUID(), receiver: friend, content: `${device.name}, step ${step}` };
    const dice = random.below(100);
    if (dice < 30 && message) {
      const seq = await device.sendLive(message);
      ledger.messages.push({ ...message, seq, sender: person.uid });
    } else if (dice < 45 && message) await post(device, ledger, message, someNode());
    else if (dice < 55 && message) {
      // The connection closes right after the send. The message may be stored or not, so it is sent again.
      void device.sendLive(message);
      await device.disconnect();
      await device.connect(someNode());
      await post(device, ledger, message, device.client);
    } else if (dice < 70 && friend) {
      if (random.below(2) === 0) device.readLive(friend);
      else await ok(someNode().post('/api/messages/read', { sender: friend }));
    } else if (dice < 85) {
      const { mood, chosenAt } = await ok(
        someNode().put(`/api/users/${person.uid}/info/mood`, { mood: random.pick(MOODS) }),
      );
      const last = ledger.moods.get(person.uid);
      if (!last || chosenAt > last.chosenAt) ledger.moods.set(person.uid, { mood, chosenAt });
    } else if (dice < 90) {
      await ok(someNode().put(`/api/users/${person.uid}/connections/${random.pick(others).uid}`));
    } else {
      await device.disconnect();
      // How long the device is away.
      await pause(random.below(50));
      await device.connect(someNode());
    }
    await pause(random.below(10));
  }
}

async function post(
  device: Device,
  ledger: Ledger,
  message: Omit<Acknowledged, 'seq' | 'sender'>,
  client: Client,
): Promise<void> {
  const stored = await ok(client.post('/api/messages', message));
  device.addMessage(stored);
  ledger.messages.push(stored);
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the answers' types
async function ok(answer: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** All differences between the acknowledgements, the database, the lists and the devices. */
async function differences(sql: Sql, devices: Device[], people: Member[], ledger: Ledger): Promise<string[]> {
  const rows = await sql<Message>('select id, seq, sender, receiver, content, read from messages order by seq');
  const found: string[] = [];
  const differ = (what: string, one: unknown, other: unknown) => {
    if (JSON.stringify(one) !== JSON.stringify(other))
      found.push(`${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  };

  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, seq, sender, receiver, content } of ledger.messages) {
    const row = byId.get(id);
    differ(`message ${id}`, [seq, sender, receiver, content], row && [row.seq, row.sender, row.receiver, row.content]);
  }
  // The order of a device's acknowledgements is the order of the seqs.
  for (const { name } of devices) {
    const own = ledger.messages.filter(({ content }) => content.startsWith(`${name},`));
    const seqs = own.map(({ seq }) => seq);
    differ(
      `order of ${name}`,
      seqs,
      seqs.toSorted((one, other) => one - other),
    );
  }

  const pairs = await sql<{ owner: string; other: string }>('select owner, other from connections');
  const known = new Set(pairs.map(({ owner, other }) => `${owner} ${other}`));
  for (const { owner, other } of pairs)
    if (!known.has(`${other} ${owner}`)) found.push(`the connection from ${owner} to ${other} has no counterpart`);

  const moods = new Map(
    (await sql<{ id: string; mood: string }>('select id, mood from users')).map(({ id, mood }) => [id, mood]),
  );
  for (const [uid, { mood }] of ledger.moods) differ(`mood of ${uid}`, mood, moods.get(uid));

  const conversation = (one: string, other: string) =>
    rows.filter(
      ({ sender, receiver }) => (sender === one && receiver === other) || (sender === other && receiver === one),
    );
  const unread = (from: string, to: string) =>
    rows.filter(({ sender, receiver, read }) => sender === from && receiver === to && !read).length;

  for (const { uid, circle } of await Promise.all(
    people.map(async (person) => ({ uid: person.uid, circle: (await person.circle()).body as ConnectionEntry[] })),
  )) {
    for (const entry of circle) differ(`unread of ${uid} from ${entry.uid}`, entry.unread, unread(entry.uid, uid));
  }
  for (const device of devices) {
    const { uid } = device.person;
    differ(`${device.name}, own mood`, device.mood.mood, moods.get(uid));
    const friends = pairs.filter(({ owner }) => owner === uid).map(({ other }) => other);
    differ(`${device.name}, circle`, device.circle.map((entry) => entry.uid).sort(), friends.sort());
    for (const entry of device.circle) differ(`${device.name}, mood of ${entry.uid}`, entry.mood, moods.get(entry.uid));
    for (const other of friends) {
      const held = device.conversations.get(other)?.messages ?? [];
      differ(
        `${device.name}, chat with ${other}`,
        held.map(({ id }) => id),
        conversation(uid, other).map(({ id }) => id),
      );
      differ(`${device.name}, unread from ${other}`, device.unreadFrom(other), unread(other, uid));
      const seen = ({ id, read }: Message) => `${id} ${read}`;
      differ(`${device.name}, read in chat with ${other}`, held.map(seen), conversation(uid, other).map(seen));
    }
  }
  return found;
}
