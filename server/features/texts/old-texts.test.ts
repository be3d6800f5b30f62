import { expect, test, vi } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { oldTexts } from './old-texts.ts';

const fixture = await createOutboxFixture();
const server = await startTestServer({ textsKeptDays: 7 });
const { pool } = fixture;

const HOUR_MS = 60 * 60_000;

const STATUSES = ['queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded'] as const;
const CAUSES = ['mood', 'again', 'missed', 'message', 'connection', 'form'] as const;
/** Hours, around each bound. */
const AGES = [0, 0.9, 1.1, 23, 25, 71, 73, 167, 169, 2_159, 2_161];

/** A text for each cause, status and age. Its age counts from when it was settled; it was stored long before that. */
function textsOfAllKinds() {
  return CAUSES.flatMap((cause) =>
    STATUSES.flatMap((status) =>
      AGES.map((hours) => {
        const settled = new Date(Date.now() - hours * HOUR_MS);
        return {
          id: crypto.randomUUID(),
          cause,
          status,
          created_at: new Date(settled.getTime() - 1_000 * HOUR_MS),
          settled_at: ['queued', 'sending'].includes(status) ? null : settled,
          hours,
        };
      }),
    ),
  );
}

const removeAll = (keptDays: number) => removeFromPages(pool, oldTexts(keptDays), 0, 100_000);

const ids = async () => new Set((await fixture.texts()).map(({ id }) => id));

test.each([
  [0, 1],
  [1, 24],
  [90, 2_160],
])(
  'with TEXTS_KEPT_DAYS=%i settled texts go after %i hours, calls not before three days, failed ones after a week',
  async (keptDays, hours) => {
    const texts = textsOfAllKinds();
    await fixture.store(...texts.map(({ hours: _, ...text }) => text));
    await removeAll(keptDays);
    const least = ({ status, cause }: (typeof texts)[number]) =>
      status === 'failed' ? 7 * 24 : ['mood', 'again', 'missed'].includes(cause) ? 72 : 0;
    const stay = texts.filter(
      (text) => ['queued', 'sending'].includes(text.status) || text.hours < Math.max(hours, least(text)),
    );
    expect(await ids()).toEqual(new Set(stay.map(({ id }) => id)));
  },
);

test('a starting server removes them by its setting', async () => {
  const ada = await server.signUp();
  for (const message of ['old', 'new']) await ada.post('/api/texts/general', { phoneNumber: '415 555 0100', message });
  await server.database.pool.query(`update texts set settled_at = now() - interval '8 days' where message = 'old'`);
  const node = await startOtherNode(server);
  const left = async () =>
    (await server.database.pool.query('select message from texts where author = $1', [ada.uid])).rows;
  await vi.waitFor(async () => expect(await left()).toEqual([{ message: 'new' }]));
  await node.stop();
});
