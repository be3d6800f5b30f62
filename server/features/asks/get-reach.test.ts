import { afterAll, expect, test } from 'vitest';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const without = await startTestServer();

async function circleOn({ signUp }: typeof server) {
  const ada = await signUp();
  const phones = ['+14155550101', '(415) 555-0102', '+14155550101', ''];
  const friends = [];
  for (const phonenumber of phones) {
    const friend = await signUp({ firstname: 'Friend', phonenumber });
    await ada.connect(friend);
    friends.push(friend);
  }
  return { ada, friends };
}

test('before sharing, the friends who are asked are counted, and each phone once', async () => {
  const { ada, friends } = await circleOn(server);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 2 });
  const some = [friends[0]!.uid, friends[3]!.uid];
  await server.database.pool.query('update users set asks_these = $2 where id = $1', [ada.uid, some]);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 2, texts: 1 });
  const lonely = await server.signUp();
  expect((await lonely.get('/api/asks/reach')).body).toEqual({ friends: 0, texts: 0 });
});

test('without a gateway nobody is texted', async () => {
  const { ada } = await circleOn(without);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 0 });
});
