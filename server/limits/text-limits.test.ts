import { expect, test } from 'vitest';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';
import { LIMITS } from './limit-definitions.ts';

const server = await startTextedServer({ rateLimits: true });
const { endpoint, insertAttempts } = server;
const { pool } = server.database;
const { limits } = server.moodring.context;

test('a text for support leaves while other calls keep the connections of their limits busy', async () => {
  const ada = await server.signUp();
  const grace = await server.signUp({ phonenumber: '+14155550101' });
  await ada.connect(grace);
  await server.texts();
  const sent = endpoint.received.length;
  server.holdCalls(120);
  await ada.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' });
  // Two of these calls wait for a locked row until their statements time out, then the next two.
  const { what } = LIMITS.search.person;
  const others = Array.from({ length: 40 }, (_, n) => `other ${n}`);
  for (const whom of others) await insertAttempts({ what, whom, times: 1 });
  const unlock = await holdTransaction(pool, 'select from limits where what = $1 for update', [what]);
  let areBusy = true;
  const counting = Promise.allSettled(others.map((whom) => limits.count([LIMITS.search.person, whom])));
  void counting.then(() => {
    areBusy = false;
  });

  await server.advance('2 minutes');
  expect(endpoint.received.slice(sent).map(({ body }) => body.phoneNumber)).toEqual([grace.phonenumber]);
  expect(areBusy).toBe(true);
  // It was counted, and is not one of those that leave uncounted.
  const { rowCount } = await pool.query('select from limits where what = $1', [LIMITS.supportTextsToOne.phone.what]);
  expect(rowCount).toBe(1);
  await unlock();
  await counting;
});

/** A person whose account is older than a week. @returns also how many texts for support their friends' phone has got */
async function caller(phonenumber: string) {
  const eve = await server.signUp({ firstname: 'Eve' });
  await pool.query(`update users set created_at = created_at - interval '8 days' where id = $1`, [eve.uid]);
  const isForSupport = (message: string) => message.includes('some support');
  const countTexts = async () => {
    await server.settled();
    return endpoint.received.filter(({ body }) => body.phoneNumber === phonenumber && isForSupport(body.message))
      .length;
  };
  return { eve, countTexts };
}

test('ten calls of one person reach one phone in a day, however many accounts have its number', async () => {
  const phonenumber = '+14155550102';
  const { eve, countTexts } = await caller(phonenumber);
  for (const calls of [9, 3]) {
    const account = await server.signUp({ phonenumber });
    await account.connect(eve);
    for (let n = 0; n < calls; n++) await eve.choose('Purple');
    await server.settled();
    await account.delete(`/api/users/${account.uid}/connections/${eve.uid}?block=false`);
  }
  expect(await countTexts()).toBe(10);
});

test('a worsening takes none of the texts to a phone that are kept for first calls; the first one of a day has its own', async () => {
  const phonenumber = '+14155550103';
  const { eve, countTexts } = await caller(phonenumber);
  await eve.connect(await server.signUp({ phonenumber }));
  const { what } = LIMITS.supportTextsToOne.phone;
  await insertAttempts({ what, whom: phonenumber, times: 30 });
  for (const texts of [2, 2]) {
    await eve.choose('Purple');
    await server.settled();
    await eve.choose('Dark');
    expect(await countTexts()).toBe(texts);
    await eve.choose('Green');
  }
});

test('of the texts to a phone that ask once more half is kept for accounts older than a week', async () => {
  const phonenumber = '+14155550104';
  const { eve, countTexts } = await caller(phonenumber);
  await eve.connect(await server.signUp({ phonenumber }));
  await insertAttempts({ what: LIMITS.textsOnceMore.phone.what, whom: phonenumber, times: 30 });
  await eve.choose('Dark');
  expect(await countTexts()).toBe(1);
  await eve.post(`/api/asks/${(await eve.get('/api/asks')).body.mine.id}/again`);
  await server.settled();
  expect(endpoint.received.at(-1)!.body.message).toMatch(/^Still hoping/);
});
