import { afterAll, expect, test } from 'vitest';
import type { Reach } from '#contract/asks.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const without = await startTestServer();
const held = await startTestServer({ generalMessageUrl: endpoint.address, undoSeconds: 60 });

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
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 2, only: null, isSetting: true });
  const some = [friends[0]!.uid, friends[3]!.uid];
  await server.database.pool.query('update users set asks_these = $2 where id = $1', [ada.uid, some]);
  expect((await ada.get('/api/asks/reach')).body).toEqual({
    ...{ friends: 2, texts: 1, only: ['Friend', 'Friend'], isSetting: true },
  });
  const lonely = await server.signUp();
  expect((await lonely.get('/api/asks/reach')).body).toEqual({ friends: 0, texts: 0, only: null, isSetting: false });
});

test('without a gateway nobody is texted', async () => {
  const { ada } = await circleOn(without);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 0, only: null, isSetting: true });
});

test('before sharing counts whom the choice then asks: none from whom the mood is hidden, and as chosen', async () => {
  const { circle, choose, asks } = asking(held);
  const [ada, grace, sam, mei] = await circle(4);
  const reach = async () => (await ada.get('/api/asks/reach')).body as Reach;
  const settings = (asksThese: string[]) => ada.patch(`/api/users/${ada.uid}/settings`, { asksThese });
  const asked = async () => {
    const { friends, texts } = await choose(ada, 'Dark');
    const { mine } = await asks(ada);
    return { said: { friends, texts }, report: { friends: mine!.report.asked, texts: mine!.report.trying } };
  };
  const agrees = async ({ friends, texts, ...before }: Reach) => {
    expect(await reach()).toEqual({ friends, texts, ...before });
    expect(await asked()).toEqual({ said: { friends, texts }, report: { friends, texts } });
  };

  await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood: true });
  await agrees({ friends: 2, texts: 2 }, { only: null, isSetting: true });
  // For this ask alone, so a second choice asks the same friends.
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] });
  await agrees({ friends: 1, texts: 1 }, { only: [grace.firstname], isSetting: false });
  await ada.post(`/api/asks/${id}/undo`);
  await ada.post(`/api/asks/${id}/undo`);
  expect((await asks(ada)).mine).toBeNull();

  // When no chosen friend is left, the whole circle is asked, and the answer says so.
  await settings([mei!.uid]);
  await agrees({ friends: 1, texts: 1 }, { only: [mei!.firstname], isSetting: true });
  await ada.post(`/api/asks/${(await asks(ada)).mine!.id}/undo`);
  await held.database.pool.query('delete from connections where $1 in (owner, other)', [mei!.uid]);
  await agrees({ friends: 1, texts: 1, chosenAreGone: true });
  await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood: false });
  await agrees({ friends: 2, texts: 2 }, { only: null, isSetting: false });
});
