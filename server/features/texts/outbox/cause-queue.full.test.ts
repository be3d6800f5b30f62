import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutbox } from '#server/features/texts/index.ts';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { APP_URL, createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

test('a worker that has lost the database sends no text that another worker has taken over', async () => {
  const { ada, friends } = await causes.circle(1);
  for (let n = 0; n < 400; n++) await causes.messages(ada, friends);
  let isCut = false;
  const pool = new Proxy(fixture.pool, {
    get: (target, key) =>
      key === 'query' && isCut ? () => Promise.reject(new Error('cut off')) : Reflect.get(target, key).bind(target),
  });
  const sentByOther = new Set<string>();
  let sent = 0;
  let sentAgain = 0;
  const cutOff = createOutbox({
    ...{ pool, log: fixture.log().log, appUrl: APP_URL, defaultCountry: 'US' },
    gateways: {
      general: {
        name: 'fast until the cut',
        async send({ id }) {
          sent += 1;
          if (sent === 200) isCut = true;
          if (sentByOther.has(id)) sentAgain += 1;
          // biome-ignore lint/plugin: a gateway that outlasts a lease
          if (isCut) await pause(250);
          return { providerId: null };
        },
      },
    },
    options: { pollMs: 10, leaseMs: 600, drainMs: 20 },
  });
  onTestFinished(() => cutOff.stop());
  cutOff.start();
  await vi.waitFor(() => expect(isCut).toBe(true));
  fixture.start(
    { leaseMs: 600 },
    {
      general: {
        name: 'of the other worker',
        async send({ id }) {
          sentByOther.add(id);
          return { providerId: null };
        },
      },
    },
  );
  await vi.waitFor(async () => expect(await causes.left()).toEqual([]));
  // biome-ignore lint/plugin: longer than what the cut-off worker holds
  await pause(1_500);
  expect(sentAgain).toBe(0);
}, 60_000);
