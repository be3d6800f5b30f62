import { expect, test } from 'vitest';
import type { Reach } from '#contract/asks.ts';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const askServer = await startAskServer();
const { server, circle, choose, asks, hide } = askServer;

/** What the answer says of a person who asks everybody. */
const EVERYBODY = { only: null, isSetting: true, chosenAreGone: false };
const reach = async (who: Pick<Member, 'get'>) => (await who.get('/api/asks/reach')).body as Reach;

test('before sharing counts whom the choice then asks: none from whom the mood is hidden, and as chosen', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  server.holdCalls(60);
  const agrees = async ({ friends, ...before }: Reach) => {
    expect(await reach(ada)).toEqual({ friends, ...before });
    const said = await choose(ada, 'Dark');
    const mine = (await asks(ada)).mine!;
    expect(said.ask).toEqual({ id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt });
    expect(mine.textsAt).toBeGreaterThan(mine.calledAt);
    expect(said).toMatchObject({ friends });
    expect(mine.report).toMatchObject({ asked: friends, trying: friends });
  };

  await hide(ada, sam);
  await agrees({ friends: 2, ...EVERYBODY });
  // For this ask alone, so a second choice asks the same friends.
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] });
  await agrees({ friends: 1, only: [grace.firstname], isSetting: false, chosenAreGone: false });
  for (const _ of [1, 2]) await ada.post(`/api/asks/${id}/undo`);
  expect((await asks(ada)).mine).toBeNull();

  // When no chosen friend is left, the whole circle is asked, and the answer says so.
  await ada.set({ asksThese: [mei!.uid] });
  await agrees({ friends: 1, ...EVERYBODY, only: [mei!.firstname] });
  await ada.post(`/api/asks/${(await asks(ada)).mine!.id}/undo`);
  await ada.remove(mei!);
  await agrees({ friends: 1, ...EVERYBODY, chosenAreGone: true });
  await hide(ada, sam, false);
  await agrees({ friends: 2, only: null, isSetting: false, chosenAreGone: true });
});
