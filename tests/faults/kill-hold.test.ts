import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { StatementLocks, type Step } from './support/statement-locks.ts';
import { unsentTexts } from './support/unsent-texts.ts';

const ROUNDS = Array.from({ length: repetitions(1) }, (_, round) => round + 1);
const FRIENDS = 5;
const HOLD_MS = 10_000;
const LONG_HOLD_MS = 30_000;

/** The steps of asking once more by itself. */
const STEPS = {
  again: { table: 'asks', event: 'update', when: 'new.again_at is not null and old.again_at is null' },
  texts: { table: 'texts', event: 'insert', when: `new.cause = 'again'` },
  commit: { table: 'texts', event: 'insert', when: `new.cause = 'again'`, atCommit: true },
} satisfies Record<string, Step>;

let killed: KilledApp;
let locks: StatementLocks<keyof typeof STEPS>;
let ada: Member;
let grace: Member;
beforeAll(async () => {
  // The hold as operators have it.
  killed = await KilledApp.open('kill -9 within the hold', { UNDO_SECONDS: '10' });
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 1 + FRIENDS);
  [ada, grace] = people as [Member, Member];
  await connectAll(killed.sql, people);
  locks = await StatementLocks.open(killed, STEPS);
});

let tries = 0;
afterAll(async () => {
  const { lost, doubled } = await killed.expectTextsOnce();
  reportCount({
    what: 'kill -9 of the app within the hold',
    tries,
    faults: killed.kills,
    losses: lost.length,
    doubled,
  });
  await locks.close();
  await killed.app.close();
});

const taken = () => [...killed.texts.taken.values()].reduce((sum, count) => sum + count, 0);
const ownAsk = async () => (await ada.get('/api/asks')).body.mine;

/** Waits until the app has sent every text. */
const settled = () =>
  vi.waitFor(async () => expect(await unsentTexts(killed.sql)).toEqual([]), { timeout: 30_000, interval: 50 });

const setHold = (seconds: number) => killed.sql('update users set hold_seconds = $2 where id = $1', [ada.uid, seconds]);

beforeEach(async () => {
  tries += 1;
  killed.texts.take();
  await killed.sql(`update asks set closed_at = now(), closed_how = 'ok' where closed_at is null`);
  await killed.sql(`delete from texts where status <> 'sent'`);
  await killed.sql('update users set hold_seconds = null, again_itself = false where id = $1', [ada.uid]);
});

describe.each(ROUNDS)('round %i', () => {
  test('killed three seconds after Dark, with the browser closed, and started again: all texts leave on time, once', async () => {
    const before = taken();
    // A loaded machine needs a while for the start.
    await setHold(LONG_HOLD_MS / 1_000);
    const from = Date.now();
    expect((await ada.choose('Dark')).status).toBe(200);
    await pause(3_000);
    await killed.kill();
    expect(taken()).toBe(before);
    await killed.app.start();
    // Friends see nothing before the hold is over, and then the restarted server tells them.
    expect((await grace.get('/api/asks')).body.friends).toEqual([]);
    const browser = await grace.listen();
    expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
    await vi.waitFor(() => expect(taken()).toBe(before + FRIENDS), { timeout: LONG_HOLD_MS + 20_000, interval: 50 });
    expect(Date.now() - from).toBeGreaterThanOrEqual(LONG_HOLD_MS);
    expect(Date.now() - from).toBeLessThan(LONG_HOLD_MS + 20_000);
    await settled();
    expect(taken()).toBe(before + FRIENDS);
    browser.terminate();
  });

  test('killed after the sheet has given time and one friend was chosen: that friend’s text leaves on time, once', async () => {
    const before = taken();
    await ada.choose('Dark');
    const { id } = await ownAsk();
    const from = Date.now();
    expect((await ada.post(`/api/asks/${id}/hold`, { seconds: LONG_HOLD_MS / 1_000 })).status).toBe(200);
    expect((await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] })).status).toBe(200);
    await killed.kill();
    await killed.app.start();
    expect(taken()).toBe(before);
    await vi.waitFor(() => expect(taken()).toBe(before + 1), { timeout: LONG_HOLD_MS + 20_000, interval: 50 });
    expect(Date.now() - from).toBeGreaterThanOrEqual(LONG_HOLD_MS);
    await settled();
    expect(taken()).toBe(before + 1);
  });

  test('killed while nobody runs until the hold is long over: all texts leave at the start, once', async () => {
    const before = taken();
    await ada.choose('Purple');
    await killed.kill();
    await pause(HOLD_MS + 500);
    await killed.sendEveryText();
    expect(taken()).toBe(before + FRIENDS);
  });

  test('killed right after an undo in the hold: no text leaves, then or later', async () => {
    const before = taken();
    await ada.choose('Dark');
    const { id } = await ownAsk();
    expect((await ada.post(`/api/asks/${id}/undo`)).body).toMatchObject({ asked: 0, left: 0 });
    await killed.kill();
    await killed.app.start();
    await pause(HOLD_MS + 2_000);
    expect(taken()).toBe(before);
    expect(await killed.sql('select from text_causes')).toEqual([]);
    expect((await ownAsk())?.id).not.toBe(id);
  });

  test('killed between the undo of a choice whose texts were being sent and their end: nothing more leaves', async () => {
    await setHold(0);
    killed.texts.hang();
    const before = taken();
    await ada.choose('Dark');
    const { id } = await ownAsk();
    const received = killed.app.endpoint.received.length;
    await vi.waitFor(() => expect(killed.app.endpoint.received.length).toBeGreaterThan(0), 5_000);
    // The answer waits for the gateway, so the kill comes before it.
    const undone = ada.post(`/api/asks/${id}/undo`).catch(() => undefined);
    await vi.waitFor(async () => {
      expect(await killed.sql('select from mood_choices where ask = $1 and undone_at is not null', [id])).toHaveLength(
        1,
      );
    }, 5_000);
    await killed.kill();
    await undone;
    killed.texts.take();
    await killed.sendEveryText();
    expect(taken()).toBe(before);
    expect(killed.app.endpoint.received.length).toBeGreaterThanOrEqual(received);
    const rows = await killed.sql<{ status: string }>(
      `select t.status from texts t join mood_choices m on m.id = t.cause_id where m.ask = $1`,
      [id],
    );
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: FRIENDS }, () => 'cancelled'));
  });

  test.each([
    ['rolled back', 'again'],
    ['rolled back', 'texts'],
    ['rolled back', 'commit'],
    ['committed', 'commit'],
  ] as const)(
    'killed while friends are asked once more by itself, %s at its %s: each gets one second text',
    async (outcome, step) => {
      await killed.sql('update users set hold_seconds = 0, again_itself = true where id = $1', [ada.uid]);
      await ada.choose('Dark');
      const { id } = await ownAsk();
      const texts = (cause: string) =>
        killed.sql<{ status: string }>(
          `select t.status from texts t join mood_choices m on m.id = t.cause_id where m.ask = $1 and t.cause = $2`,
          [id, cause],
        );
      const allSent = async (cause: string) =>
        expect((await texts(cause)).map(({ status }) => status)).toEqual(Array.from({ length: FRIENDS }, () => 'sent'));
      await vi.waitFor(() => allSent('mood'), 10_000);
      await locks.killAt(step, outcome, async () => {
        await killed.sql(
          `update asks set opens_at = opens_at - interval '10 minutes', asked_at = asked_at - interval '10 minutes' where id = $1`,
          [id],
        );
        // The server looks every ten seconds.
        await pause(3_000);
      });
      expect(await texts('again')).toHaveLength(outcome === 'committed' ? FRIENDS : 0);
      await killed.app.start();
      await vi.waitFor(() => allSent('again'), { timeout: 30_000, interval: 50 });
    },
  );
});
