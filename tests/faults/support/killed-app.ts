import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type Sql, sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { type CountedEndpoint, countTexts } from './count-texts.ts';
import { seededRandom } from './seeded-random.ts';
import { unsentTexts } from './unsent-texts.ts';

/** The real server for tests that kill it, with a count of the texts that may be sent twice. */
export class KilledApp {
  readonly app: App;
  readonly authSecret: string;
  readonly texts: CountedEndpoint;
  readonly sql: Sql;
  readonly random: ReturnType<typeof seededRandom>;
  kills = 0;
  /** By the text's id: the number of kills after the endpoint got it and before its outcome was recorded. */
  readonly #unrecorded = new Map<string, number>();

  static async open(purpose: string, settings: Record<string, string> = {}): Promise<KilledApp> {
    const authSecret = randomBytes(32).toString('base64url');
    const app = await App.openDurable({ AUTH_SECRET: authSecret, ...settings });
    return new KilledApp(app, authSecret, seededRandom(purpose));
  }

  private constructor(app: App, authSecret: string, random: ReturnType<typeof seededRandom>) {
    this.app = app;
    this.authSecret = authSecret;
    this.random = random;
    this.texts = countTexts(app.endpoint, random);
    this.sql = sqlOf(() => app);
  }

  /** Kills the server with -9 and ends its leases, so that the next server may send its texts. */
  async kill(): Promise<void> {
    await this.app.kill();
    this.kills += 1;
    const ids = await this.#endLeases();
    // Only now: what the killed server had sent is read a moment after its end.
    const received = new Set(this.app.endpoint.keys());
    for (const id of ids) if (received.has(id)) this.#unrecorded.set(id, (this.#unrecorded.get(id) ?? 0) + 1);
  }

  /** Starts the server, and waits until every text is settled. */
  async sendEveryText(): Promise<void> {
    await this.app.start();
    const unsettled = async () =>
      (await unsentTexts(this.sql)).filter(({ status }) => !['failed', 'cancelled'].includes(status)).slice(0, 3);
    await vi.waitFor(async () => expect(await unsettled()).toEqual([]), { timeout: 180_000, interval: 50 });
  }

  /** Checks that each text was sent, and twice only after a kill between the endpoint's answer and its record. */
  async expectTextsOnce(): Promise<void> {
    const rows = await this.sql<{ id: string; status: string }>('select id, status from texts');
    const lost = rows.filter(({ id, status }) => status !== 'sent' || !this.texts.taken.has(id)).map(({ id }) => id);
    const again = [...this.texts.taken]
      .map(([id, times]) => ({ id, again: times - 1 }))
      .filter(({ again: n }) => n > 0);
    expect(
      again.filter(({ id, again: n }) => n > (this.#unrecorded.get(id) ?? 0)),
      'texts that were sent twice although the first time was recorded',
    ).toEqual([]);
    expect(lost, 'texts that the endpoint never accepted').toEqual([]);
  }

  /** @returns the ids of the texts whose outcome was not recorded */
  async #endLeases(): Promise<string[]> {
    const rows = await this.sql<{ id: string }>(
      `update texts set next_attempt_at = now() where status = 'sending' returning id`,
    );
    return rows.map(({ id }) => id);
  }
}
