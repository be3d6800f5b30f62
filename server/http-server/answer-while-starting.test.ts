import { expect, test } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { answerWhileStarting } from './answer-while-starting.ts';

test('before the server is there /livez answers, everything else is 503, and a port in use is an error', async () => {
  const address = { host: '127.0.0.1', port: await freePort() };
  const starting = await answerWhileStarting(address);
  const get = async (path: string) => {
    const answer = await fetch(`http://${address.host}:${address.port}${path}`);
    return [answer.status, await answer.json()];
  };
  expect(await get('/livez')).toEqual([200, { ok: true }]);
  expect(await get('/readyz')).toMatchObject([503, { error: { code: 'unavailable' } }]);
  expect(await get('/api/asks')).toMatchObject([503, { error: { code: 'unavailable' } }]);
  await expect(answerWhileStarting(address)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await starting.close();
  const again = await answerWhileStarting(address);
  await again.close();
});
