import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const small = await startTestServer({ rateLimits: true, photosMbPerDay: 2 });
const without = await startTestServer({ photosMbPerDay: 0 });

const upload = (who: Member, to: Member, photo = somePhoto()) =>
  who.put(`/api/photos/${crypto.randomUUID()}?message=${crypto.randomUUID()}&to=${to.uid}`, photo);

async function friends({ signUp }: typeof small): Promise<[Member, Member]> {
  const [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
  return [ada, grace];
}

test('all people together upload no more than PHOTOS_MB_PER_DAY, new accounts half of it, and messages go on', async () => {
  const [ada, grace] = await friends(small);
  const eve = await small.signUp();
  for (let n = 0; n < 2; n++) {
    // Neither a body that is no photo nor a photo for a stranger uses up what others may send.
    expect((await upload(ada, grace, Buffer.alloc(1_000))).status).toBe(400);
    expect((await upload(eve, ada)).body.error.code).toBe('not_connected');
    expect((await eve.put(`/api/users/${eve.uid}/photo`, somePhoto({ width: 2 }))).status).toBe(400);
  }
  const both = async () => [(await upload(ada, grace)).status, (await upload(grace, ada)).status];
  expect([await both(), await both()]).toEqual([
    [200, 200],
    [429, 429],
  ]);
  await small.database.pool.query(`update users set created_at = now() - interval '2 days'`);
  expect(await both()).toEqual([200, 200]);
  const refusal = await upload(ada, grace);
  expect([refusal.status, refusal.body.error.message]).toEqual([
    429,
    'No more photos can be sent today. Messages can.',
  ]);
  expect((await ada.say(grace)).status).toBe(200);
});

test('with 0 there are no photos', async () => {
  const [ada, grace] = await friends(without);
  const refusal = await upload(ada, grace);
  expect([refusal.status, refusal.body.error.message]).toEqual([429, 'Photos are off here. Messages can be sent.']);
});
