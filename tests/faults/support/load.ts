import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { MOODS } from '#contract/moods.ts';
import type { Message, SharedMood } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import type { Random } from '#fixtures/population/random.ts';
import { callOnce, type Outcome } from './call-once.ts';

interface Parts {
  /** Friends of each other. They write messages and choose moods. */
  circle: readonly Member[];
  /** People without connections. One person of the circle connects with them one after the other. */
  strangers?: readonly Member[];
  random: Random;
}

/** Messages and connections are retried for this time. */
const GIVE_UP_AFTER_MS = 90_000;
/** A live connection that neither answers nor closes for this time hangs. */
const HANGS_AFTER_MS = 30_000;
const RETRY_MS = 25;

/**
 * People who use the app at the same time. During faults they retry what was not acknowledged, as browsers do. The load
 * records all acknowledgements, so that `expectNoLosses` can look for them in the database.
 */
export class Load {
  readonly messages: Pick<Message, 'id' | 'sender' | 'receiver' | 'content' | 'seq'>[] = [];
  readonly moods: (SharedMood & { uid: string })[] = [];
  readonly connections: [asker: string, other: string][] = [];
  /** Counts answers of 503 with Retry-After, and broken connections. */
  readonly refusals = { unavailable: 0, unanswered: 0 };
  /** Answers that are wrong in any fault. */
  readonly unexpected: string[] = [];
  readonly #random: Random;
  readonly #workers: Promise<void>[];
  #stopping = false;

  constructor({ circle, strangers = [], random }: Parts) {
    this.#random = random;
    const [connector] = circle;
    this.#workers = [
      ...circle.map((person) => this.#writeByPost(person, circle)),
      ...circle.map((person) => this.#writeLive(person, circle)),
      ...circle.map((person) => this.#chooseMoods(person)),
      ...(connector ? [this.#connect(connector, strangers)] : []),
    ];
  }

  get acknowledged(): number {
    return this.messages.length + this.moods.length + this.connections.length;
  }

  /** Waits until the server has acknowledged this number of further actions. */
  async progress(actions: number): Promise<void> {
    const enough = this.acknowledged + actions;
    await vi.waitFor(() => expect(this.acknowledged).toBeGreaterThanOrEqual(enough), {
      timeout: HANGS_AFTER_MS,
      interval: 5,
    });
  }

  /** Stops all people. Each first retries until the last action is acknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#workers);
  }

  async #writeByPost(person: Member, circle: readonly Member[]): Promise<void> {
    while (!this.#stopping) {
      const message = this.#newMessage(person, circle);
      await this.#untilDone(async () => {
        const outcome = this.#note(await callOnce(person, 'POST', '/api/messages', message));
        if (outcome.kind === 'done')
          this.messages.push({ ...message, sender: person.uid, seq: (outcome.body as Message).seq });
        return outcome.kind === 'done';
      });
      await this.#pauseBetweenMessages();
    }
  }

  async #writeLive(person: Member, circle: readonly Member[]): Promise<void> {
    let socket: LiveClient | undefined;
    while (!this.#stopping) {
      const message = this.#newMessage(person, circle);
      await this.#untilDone(async () => {
        try {
          socket ??= await person.listen();
          const seq = await sendLive(socket, message);
          this.messages.push({ ...message, sender: person.uid, seq });
          return true;
        } catch (error) {
          socket?.terminate();
          socket = undefined;
          const { status } = error as { status?: number };
          this.#note(
            error instanceof UnexpectedAnswer || (status !== undefined && status !== 503)
              ? { kind: 'unexpected', what: `live: ${(error as Error).message}` }
              : { kind: status === 503 ? 'unavailable' : 'unanswered' },
          );
          return false;
        }
      });
      await this.#pauseBetweenMessages();
    }
    socket?.terminate();
  }

  /** A mood that was not acknowledged is not retried; the person chooses the next one. */
  async #chooseMoods(person: Member): Promise<void> {
    while (!this.#stopping) {
      const mood = this.#random.pick(MOODS);
      const path = `/api/users/${person.uid}/info/mood`;
      const outcome = this.#note(await callOnce(person, 'PUT', path, { mood }));
      if (outcome.kind === 'done') this.moods.push({ ...(outcome.body as SharedMood), uid: person.uid });
      // The time between two moods.
      await pause(10 + this.#random.below(60));
    }
  }

  async #connect(person: Member, strangers: readonly Member[]): Promise<void> {
    for (const other of strangers) {
      if (this.#stopping) return;
      await this.#untilDone(async () => {
        const path = `/api/users/${person.uid}/connections/${other.uid}`;
        const outcome = this.#note(await callOnce(person, 'PUT', path, {}));
        if (outcome.kind === 'done') this.connections.push([person.uid, other.uid]);
        return outcome.kind === 'done';
      });
      await pause(this.#random.below(60));
    }
  }

  async #untilDone(attempt: () => Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    while (!(await attempt())) {
      if (performance.now() > giveUpAt) {
        this.unexpected.push('something was retried for too long');
        return;
      }
      await pause(RETRY_MS);
    }
  }

  #note(outcome: Outcome): Outcome {
    if (outcome.kind === 'unexpected') this.unexpected.push(outcome.what);
    else if (outcome.kind === 'limited') this.unexpected.push('a limit, although there is none');
    else if (outcome.kind !== 'done') this.refusals[outcome.kind] += 1;
    return outcome;
  }

  #newMessage(person: Member, circle: readonly Member[]) {
    const others = circle.filter((other) => other !== person);
    const id = randomUUID();
    return { id, receiver: this.#random.pick(others).uid, content: `message ${id}` };
  }

  #pauseBetweenMessages(): Promise<void> {
    // The time between two messages of a person, not a wait for anything.
    return pause(this.#random.below(20));
  }
}

class UnexpectedAnswer extends Error {}

/** Sends a message live. @returns the seq of its acknowledgement */
async function sendLive(socket: LiveClient, message: { id: string }): Promise<number> {
  socket.send({ type: 'send', ...message });
  const hung = new AbortController();
  const deadline = pause(HANGS_AFTER_MS, undefined, { signal: hung.signal }).then((): never => {
    throw new UnexpectedAnswer('a live connection hung');
  });
  deadline.catch(() => {});
  try {
    for (;;) {
      const event = await Promise.race([socket.oldest(), deadline]);
      if (event.type === 'sent' && event.id === message.id) return event.seq;
      if (event.type === 'rejected') throw new UnexpectedAnswer(`rejected: ${JSON.stringify(event.error)}`);
    }
  } finally {
    hung.abort();
  }
}
