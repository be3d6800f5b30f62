import { expect, test } from 'vitest';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { answerByText } from './answer-by-text.ts';

const { server, pool, circle, openAsk, asks, texts } = await startAskServer();

test('a hundred older accounts with a friend’s number do not keep the friend’s answer from counting', async () => {
  const [ada, grace] = await circle(3);
  const ask = await openAsk(ada);
  await texts(ada);
  const others = await server.insertMembers(100);
  await pool.query(
    `update users set phone_key = $2, phonenumber = $2, created_at = created_at - interval '1 year' where id = any($1)`,
    [others.map(({ uid }) => uid), grace.phonenumber],
  );
  // Some of them are connected with a person who asks.
  for (const other of others.slice(0, 30)) await ada.connect(other);
  const { rows } = await pool.query('select phone_key as phone from users where id = $1', [grace.uid]);
  const answered = await answerByText(server.moodring.context, { phone: rows[0].phone, answer: 'yes' });
  expect(answered).toMatchObject({ firstname: 'Friend' });
  expect((await asks(ada)).mine).toMatchObject({ id: ask, answers: [{ uid: grace.uid, answer: 'yes' }] });
});
