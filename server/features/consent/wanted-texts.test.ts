import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const { server, pool, endpoint } = await startAskServer({ rateLimits: true });
const { signUp, settled, newPhone, forgetAttempts } = server;

let ada: Member;
let sam: Member;
beforeEach(async () => {
  await forgetAttempts();
  ada = await signUp({ phonenumber: newPhone() });
  sam = await signUp({ firstname: 'Sam', phonenumber: newPhone() });
  await ada.connect(sam);
  await settled();
  endpoint.received.length = 0;
});

const choose = async (...moods: string[]) => {
  for (const mood of moods) expect((await ada.choose(mood)).status).toBe(200);
  await settled();
};
const toSam = () => endpoint.received.filter(({ body }) => body.phoneNumber === sam.phonenumber).length;
const set = async (change: object) => expect((await sam.set(change)).status).toBe(200);
const mute = (until: string) => sam.control(ada, { mute: until });
const report = async () => (await ada.get('/api/asks')).body.mine.report;
const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16);
const quietNow = () => ({ quietHours: { from: hour(-2), to: hour(2), zone: 'UTC' } });
/** What Ada's own report and export show of a friend who gets no text. */
const APP_ONLY = { asked: 1, handed: 0, arrived: 0, lost: [], trying: 0, appOnly: 1, notifiable: 0, seen: 0 };

describe('texts about hard times', () => {
  test.each([
    ['all', 2],
    ['support', 2],
    ['none', 0],
  ])('Dark, Yellow, Purple, Green for a friend who wants texts about %s: %i', async (about, total) => {
    await set({ texts: about });
    await choose('Dark', 'Yellow', 'Purple');
    expect(toSam()).toBe(total);
    if (total === 0) expect(await report()).toEqual(APP_ONLY);
    await choose('Green');
    expect(toSam()).toBe(total);
  });

  test.each(['8 hours', '1 week', 'always'])('none from a friend who is muted: %s', async (until) => {
    const { body } = await mute(until);
    if (until === 'always') expect(body.mutedUntil).toBe('always');
    else expect(body.mutedUntil).toBeGreaterThan(Date.now() + 7 * 3_600_000);
    await choose('Purple', 'Dark');
    expect(toSam()).toBe(0);
    expect((await sam.get('/api/asks')).body.friends).toEqual([]);
    expect((await sam.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Dark');
    expect(await report()).toEqual(APP_ONLY);
    expect((await mute('off')).body.mutedUntil).toBeNull();
    expect((await sam.get('/api/asks')).body.friends).toHaveLength(1);
    await choose('Dark');
    expect(toSam()).toBe(1);
  });

  test('none in quiet hours, and none later; Dark passes', async () => {
    await set(quietNow());
    await choose('Purple');
    expect(toSam()).toBe(0);
    expect(await report()).toEqual(APP_ONLY);
    await choose('Dark');
    expect(toSam()).toBe(1);
    await choose('Purple');
    await set({ quietHours: null });
    await settled();
    expect(toSam()).toBe(1);
  });

  test('the eleventh in a day to one friend is held back; the one about a worsening goes', async () => {
    await pool.query(`update users set created_at = now() - interval '30 days'`);
    await choose('Purple');
    const { id } = (await ada.get('/api/asks')).body.mine;
    // It counts by itself: one text of a call less would tell that the friend has not said no.
    expect((await ada.post(`/api/asks/${id}/again`)).status).toBe(200);
    await choose(...Array.from({ length: 11 }, () => 'Purple'));
    expect(toSam()).toBe(11);
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Purple');
    for (let n = 0; n < 2; n++) await choose('Dark');
    expect(toSam()).toBe(12);
  });
});

describe('texts about messages', () => {
  const write = async () => {
    await ada.say(sam);
    await settled();
  };

  test.each([
    ['all', 2, 3],
    ['support', 0, 0],
    ['none', 0, 0],
  ])('two messages to a friend who wants texts about %s: %i; with a connection: %i', async (about, total, withOne) => {
    await set({ texts: about });
    for (let n = 0; n < 2; n++) await write();
    expect(toSam()).toBe(total);
    const { body } = await ada.get(`/api/users/${ada.uid}/export`);
    // Which message brought a text would tell what the friend wants, and when it is quiet there.
    expect(body.texts).toEqual([]);
    await (await signUp()).connect(sam);
    await settled();
    expect(toSam()).toBe(withOne);
  });

  test('none in quiet hours', async () => {
    await set(quietNow());
    await write();
    await set({ quietHours: null });
    expect(toSam()).toBe(0);
  });
});
