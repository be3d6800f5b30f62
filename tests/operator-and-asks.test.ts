import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { runCommand } from '../bin/admin/run-command.ts';

const { server, pool, circle, asks, choose, open, openAsk, answer, codeTo, hide, look, texts } = await startAskServer();

/** An ask of Ada, whom Eve has promised to reach out. Grace and Eve are no friends. */
async function promised() {
  const [ada, grace] = await circle(2);
  const [eve] = (await server.insertMembers(1)) as [Member];
  await ada.connect(eve);
  const ask = await openAsk(ada);
  await texts(ada);
  expect((await answer(eve, ask, 'yes')).status).toBe(200);
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 1 }]);
  await server.settled();
  return { ada, grace, eve };
}

async function operate(command: string, who: Member, option: string[] = []): Promise<void> {
  const { email } = (await pool.query('select email from users where id = $1', [who.uid])).rows[0];
  const tools = { config: () => server.moodring.context.config, database: async () => pool, confirm: async () => true };
  expect(await runCommand(['person', command, email, ...option], tools)).toMatchObject({ exitCode: 0, error: '' });
}

test('the operator deletes a friend who had promised: the screens of the others and of the person look again', async () => {
  const { ada, grace, eve } = await promised();
  const tabs = [await ada.listen(), await grace.listen()];
  const { version } = (await asks(ada)).mine!;
  await operate('delete', eve, ['--yes']);
  for (const tab of tabs) await tab.next('refetch');
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 0 }]);
  expect((await asks(ada)).mine).toMatchObject({ answers: [], report: { asked: 1 } });
  expect((await asks(ada)).mine!.version).toBeGreaterThan(version);
});

test('a suspended friend’s promise is handed over, and no call asks them, until the suspension ends', async () => {
  const { ada, grace, eve } = await promised();
  const code = codeTo(eve);
  const tabs = [await ada.listen(), await grace.listen()];
  await operate('suspend', eve);
  for (const tab of tabs) await tab.next('refetch');
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 0, handedOverAt: expect.any(Number) }]);
  expect((await asks(ada)).mine).toMatchObject({ answers: [], report: { asked: 1 } });
  expect((await look(code)).body).toMatchObject({ isClosed: true });
  // A call for nobody else asks everybody who is left.
  await pool.query('update asks set chosen = array[$2::uuid] where uid = $1', [ada.uid, eve.uid]);
  await choose(ada, 'Dark');
  await open();
  const texted = (await texts(ada)).filter(({ cause }) => cause === 'mood').map(({ recipient }) => recipient);
  expect(texted.sort()).toEqual([grace.uid, grace.uid, eve.uid].sort());
  await operate('suspend', eve, ['--lift']);
  expect((await asks(grace)).friends).toMatchObject([{ onIt: 1 }]);
  expect((await asks(ada)).mine).toMatchObject({ answers: [{ uid: eve.uid, answer: 'yes' }], report: { asked: 2 } });
  expect((await look(code)).body).toMatchObject({ isClosed: false, answer: 'yes' });
});

test('a suspended friend from whom the person hid their mood is not asked again when the suspension ends', async () => {
  const { ada, eve } = await promised();
  const code = codeTo(eve);
  await operate('suspend', eve);
  expect((await hide(ada, eve)).status).toBe(200);
  await operate('suspend', eve, ['--lift']);
  expect((await look(code)).body).toMatchObject({ isClosed: true });
  expect((await asks(ada)).mine).toMatchObject({ answers: [], report: { asked: 1 } });
});
