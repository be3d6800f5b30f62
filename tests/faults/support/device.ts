import type { LiveEvent } from '#contract/live.ts';
import type { ChosenMood, ConnectionEntry, Message, MessagePage } from '#contract/views.ts';
import type { Client, Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { type Conversation, withNewest, withOlder } from '#web/features/chat/conversation/conversation.ts';
import { withMessage, withRead } from '#web/features/chat/conversation/live-changes.ts';
import { withConnection, withMood } from '#web/features/circle/connections/connection-changes.ts';

const NOTHING: Conversation = { messages: [], before: null, fetchedThrough: 0 };

/**
 * A browser of one person without a screen. It keeps its data with the web app's own functions: after it has connected it
 * fetches everything once, and then applies live events.
 */
export class Device {
  readonly person: Member;
  readonly name: string;
  /** Calls the node of the live connection. */
  client!: Client;
  circle: ConnectionEntry[] = [];
  mood: ChosenMood = { mood: 'Green', chosenAt: 0 };
  /** Events that this person must not get. */
  readonly leaks: string[] = [];
  /** The uids of all mood events. */
  readonly moodEventsOf = new Set<string>();
  readonly conversations = new Map<string, Conversation>();
  #live: LiveClient | undefined;
  #fetching: Promise<void> = Promise.resolve();
  /** Events during a fetch. They are newer than its answer, so they are applied after it. */
  #meanwhile: LiveEvent[] | undefined;
  #sent = new Map<string, (seq: number) => void>();

  constructor(person: Member, name: string) {
    this.person = person;
    this.name = name;
  }

  async connect(client: Client): Promise<void> {
    this.client = client;
    const live = await client.listen();
    this.#live = live;
    void this.#listen(live);
    await this.#fetchAll();
  }

  async disconnect(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    live?.terminate();
    await live?.closed;
    await this.#fetching;
  }

  /** Sends a message live. Resolves with its seq when it is acknowledged. */
  sendLive(message: Pick<Message, 'id' | 'receiver' | 'content'>): Promise<number> {
    const acknowledged = new Promise<number>((resolve) => this.#sent.set(message.id, resolve));
    this.#live?.send({ type: 'send', ...message });
    return acknowledged.then((seq) => {
      this.addMessage({ ...message, seq, sender: this.person.uid, timestamp: Date.now(), read: false });
      return seq;
    });
  }

  readLive(sender: string): void {
    this.#live?.send({ type: 'read', sender });
  }

  /** Adds a message to its conversation. */
  addMessage(message: Message): void {
    const me = this.person.uid;
    if (message.sender !== me && message.receiver !== me) this.leaks.push(`message ${message.id}`);
    const other = message.sender === me ? message.receiver : message.sender;
    this.#change(other, (held) => withMessage(held, message));
  }

  unreadFrom(other: string): number {
    const messages = this.conversations.get(other)?.messages ?? [];
    return messages.filter(({ sender, read }) => sender === other && !read).length;
  }

  async #listen(live: LiveClient): Promise<void> {
    try {
      for (;;) {
        const event = await live.oldest();
        if (this.#live !== live) return;
        if (event.type === 'sent') this.#sent.get(event.id)?.(event.seq);
        else if (event.type === 'refetch') void this.#fetchAll();
        else if (this.#meanwhile) this.#meanwhile.push(event);
        else this.#apply(event);
      }
    } catch {
      // The connection has closed.
    }
  }

  #fetchAll(): Promise<void> {
    this.#fetching = this.#fetching.then(() => this.#fetchNow());
    return this.#fetching;
  }

  async #fetchNow(): Promise<void> {
    const { uid } = this.person;
    this.#meanwhile ??= [];
    const [info, circle] = [
      await this.client.get(`/api/users/${uid}/info/mood`),
      await this.client.get(`/api/users/${uid}/connections`),
    ];
    this.mood = info.body as ChosenMood;
    this.circle = circle.body as ConnectionEntry[];
    for (const { uid: other } of this.circle) await this.#fetchConversation(other);
    const meanwhile = this.#meanwhile;
    this.#meanwhile = undefined;
    for (const event of meanwhile) this.#apply(event);
  }

  async #fetchConversation(other: string): Promise<void> {
    const path = `/api/messages?with=${other}`;
    const newest = (await this.client.get(path)).body as MessagePage;
    this.conversations.set(other, withNewest(this.conversations.get(other), newest, other));
    for (;;) {
      const before = this.conversations.get(other)?.before;
      if (!before) return;
      const page = (await this.client.get(`${path}&before=${before}`)).body as MessagePage;
      this.#change(other, (held) => withOlder(held, page, before));
    }
  }

  #apply(event: LiveEvent): void {
    const me = this.person.uid;
    switch (event.type) {
      case 'message':
        this.addMessage(event.message);
        break;
      case 'read':
        if (event.by !== me && event.sender !== me) this.leaks.push(`read by ${event.by}`);
        this.#change(event.by === me ? event.sender : event.by, (held) => withRead(held, event.sender, event.through));
        break;
      case 'mood':
        this.moodEventsOf.add(event.uid);
        if (event.uid === me) this.mood = event.chosenAt > this.mood.chosenAt ? event : this.mood;
        // A new friend's mood may arrive before the connection event.
        else if (!this.circle.some(({ uid }) => uid === event.uid)) void this.#fetchAll();
        else this.circle = withMood(this.circle, event.uid, event);
        break;
      case 'connection':
        this.circle = withConnection(this.circle, event.entry);
        break;
    }
  }

  #change(other: string, change: (held: Conversation) => Conversation): void {
    this.conversations.set(other, change(this.conversations.get(other) ?? NOTHING));
  }
}
