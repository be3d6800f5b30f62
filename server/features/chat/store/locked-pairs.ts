import { setTimeout as pause } from 'node:timers/promises';
import { ProductError } from '#contract/errors.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';

export interface Addressed {
  id: string;
  sender: string;
  receiver: string;
}

interface Entry {
  message: Addressed;
  reject(error: ProductError): void;
}

const RETRY_EVERY_MS = 100;
/** After this the senders' browsers send again. */
const GIVE_UP_AFTER_MS = 5_000;

/** They wait here in order while another transaction, as deleting an account, has locked their connection: no other pair waits. */
export class LockedPairs<Waiting extends Entry> {
  readonly #pairs = new Map<string, { entry: Waiting; giveUpAt: number }[]>();
  readonly #chatConnection: Pick<ChatConnection, 'query'>;
  readonly #storeAgain: (entries: Waiting[]) => void;
  #isChecking = false;

  constructor(chatConnection: Pick<ChatConnection, 'query'>, storeAgain: (entries: Waiting[]) => void) {
    this.#chatConnection = chatConnection;
    this.#storeAgain = storeAgain;
  }

  has(message: Addressed): boolean {
    return this.#pairs.size > 0 && this.#pairs.has(pairOf(message));
  }

  add(entry: Waiting): void {
    const pair = pairOf(entry.message);
    const entries = this.#pairs.get(pair) ?? [];
    entries.push({ entry, giveUpAt: performance.now() + GIVE_UP_AFTER_MS });
    this.#pairs.set(pair, entries);
    if (!this.#isChecking) void this.#check();
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    while (this.#pairs.size > 0) {
      await pause(RETRY_EVERY_MS);
      this.#giveUpOld();
      const firsts = [...this.#pairs.values()].map(([first]) => first!.entry.message);
      // During an outage the locks are unknown: the messages go on waiting until they give up.
      const locked = await findLocked(this.#chatConnection, firsts).catch(() => undefined);
      if (locked) this.#release(firsts.filter(({ id }) => !locked.has(id)));
    }
    this.#isChecking = false;
  }

  #giveUpOld(): void {
    for (const [pair, entries] of this.#pairs) {
      const kept = entries.filter(({ giveUpAt }) => giveUpAt > performance.now());
      if (kept.length > 0) this.#pairs.set(pair, kept);
      else this.#pairs.delete(pair);
      for (const each of entries) if (!kept.includes(each)) each.entry.reject(new ProductError('unavailable'));
    }
  }

  #release(firsts: Addressed[]): void {
    const free = firsts.map(pairOf).flatMap((pair) => {
      const entries = this.#pairs.get(pair) ?? [];
      this.#pairs.delete(pair);
      return entries.map(({ entry }) => entry);
    });
    if (free.length > 0) this.#storeAgain(free);
  }
}

export function pairOf({ sender, receiver }: Addressed): string {
  return sender < receiver ? `${sender} ${receiver}` : `${receiver} ${sender}`;
}

/** Tries the same locks as storing does, skips those that are taken, and returns the messages whose lock was taken. */
const FIND_LOCKED = `
  with asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as a (id, sender, receiver)
  ), pairs as (
    select sender, receiver from asked union select receiver, sender from asked
  ), free as materialized (
    select c.owner, c.other from pairs p (owner, other) join connections c using (owner, other)
    for no key update of c skip locked
  )
  select a.id from asked a
  where exists (
    select from (values (a.sender, a.receiver), (a.receiver, a.sender)) p (owner, other)
    join connections c using (owner, other)
    where not exists (select from free f where f.owner = p.owner and f.other = p.other)
  )`;

/** The ids of those messages whose connection, in either direction, another transaction has locked now. */
export async function findLocked(
  db: Pick<ChatConnection, 'query'>,
  messages: readonly Addressed[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-locked',
    text: FIND_LOCKED,
    values: [messages.map(({ id }) => id), messages.map(({ sender }) => sender), messages.map((each) => each.receiver)],
  });
  return new Set(rows.map(({ id }) => id));
}
