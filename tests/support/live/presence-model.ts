import type { NodeMessage } from '#server/live/bus/node-message.ts';
import { Presence } from '#server/live/bus/presence.ts';

/** An event of a person, as the database and the nodes have it. */
interface ModelEvent {
  id: number;
  uid: string;
}

type Parcel = { session: string; name: string } & ({ message: NodeMessage } | { event: ModelEvent | 'refetch' });

/** A browser's socket: what its browser has fetched or received. */
interface ModelSocket {
  uid: string;
  isReady: boolean;
  isOpen: boolean;
  mustFetch: boolean;
  has: Set<number>;
}

/** One step that may happen next. */
export type Step = [name: string, run: () => void];

/**
 * Nodes with a presence each, a database and a bus like PostgreSQL's, which delivers what each node sends in its order. Every
 * step is one that the event loop of a node makes at once; a test chooses their order.
 */
export class PresenceModel {
  readonly nodes: ModelNode[];
  readonly stored: ModelEvent[] = [];
  /** How many events were sent to another node. */
  sent = 0;
  #connections = 0;

  constructor(count: number, mostPeople?: number) {
    this.nodes = Array.from({ length: count }, () => new ModelNode(this, mostPeople));
    for (const node of this.nodes) node.connect();
  }

  nextConnection(): string {
    this.#connections += 1;
    return `${this.#connections}`;
  }

  others(node: ModelNode): ModelNode[] {
    return this.nodes.filter((other) => other !== node && other.isOnBus);
  }

  /** Everything that is under way and that time brings about. */
  get pending(): Step[] {
    return this.nodes.flatMap((node) => node.pending);
  }

  /** What open sockets miss when nothing is under way any more. */
  get losses(): string[] {
    return this.nodes.flatMap(({ sockets }) =>
      sockets.flatMap(({ uid, isOpen, has }) =>
        this.stored
          .filter((event) => isOpen && event.uid === uid && !has.has(event.id))
          .map(({ id }) => `${uid} misses ${id}`),
      ),
    );
  }

  close(): void {
    for (const node of this.nodes) node.presence.close();
  }
}

export class ModelNode {
  readonly presence: Presence;
  sockets: ModelSocket[] = [];
  /** Whether PostgreSQL has its connection. The node may not have noticed yet that it has not. */
  isOnBus = false;
  readonly #model: PresenceModel;
  #hasNoticed = true;
  #name = '';
  #session = '';
  #reportsGap = false;
  #inbox = new Map<ModelNode, Parcel[]>();
  #toPublish: ModelEvent[] = [];
  /** Events that wait for the next connection. */
  #held: (ModelEvent | 'refetch')[] = [];

  constructor(model: PresenceModel, mostPeople?: number) {
    this.#model = model;
    this.presence = new Presence(
      {
        send: (message) => this.#post({ message }),
        refetch: (uids) => this.#fetchAgain((uid) => uids.includes(uid)),
        onGap: () => this.#fetchAgain(() => true),
      },
      mostPeople,
    );
  }

  commit(uid: string): void {
    const event = { id: this.#model.stored.length, uid };
    this.#model.stored.push(event);
    this.#toPublish.push(event);
  }

  arrive(uid: string): void {
    const arrived = this.presence.arrive(uid);
    const socket = { uid, isReady: false, isOpen: false, mustFetch: false, has: new Set<number>() };
    void arrived.then(() => {
      socket.isReady = true;
    });
    this.sockets.push(socket);
  }

  leave(socket: ModelSocket): void {
    this.sockets = this.sockets.filter((other) => other !== socket);
    this.presence.leave(socket.uid);
  }

  /** The connection breaks. */
  lose(): void {
    this.isOnBus = false;
    this.#hasNoticed = false;
    this.#inbox.clear();
    for (const other of this.#model.nodes) other.#inbox.delete(this);
  }

  connect(): void {
    this.#name = this.#model.nextConnection();
    this.#session = `session ${this.#name}`;
    this.isOnBus = true;
    this.presence.join(this.#session);
    this.#findNodes();
    for (const event of this.#held.splice(0)) this.#post({ event });
  }

  get pending(): Step[] {
    const steps: Step[] = [];
    for (const [from, parcels] of this.#inbox)
      if (parcels.length > 0) steps.push(['deliver', () => this.#receive(from, parcels.shift()!)]);
    if (this.#toPublish.length > 0) steps.push(['publish', () => this.#publish(this.#toPublish.shift()!)]);
    for (const socket of this.sockets) {
      if (!socket.isOpen && socket.isReady) steps.push(['open', () => open(socket)]);
      if (socket.mustFetch) steps.push(['fetch', () => this.#fetch(socket)]);
    }
    if (!this.isOnBus && !this.#hasNoticed) steps.push(['notice', () => this.#notice()]);
    if (!this.isOnBus && this.#hasNoticed) steps.push(['reconnect', () => this.#reconnect()]);
    if (this.isOnBus && this.presence.peerNames.sort().join() !== this.#otherNames.sort().join())
      steps.push(['find nodes', () => this.#findNodes()]);
    if (this.#reportsGap) steps.push(['report gap', () => this.#reportGap()]);
    return steps;
  }

  get #otherNames(): string[] {
    return this.#model.others(this).map((node) => node.#name);
  }

  #findNodes(): void {
    const names = this.#otherNames;
    for (const name of this.presence.peerNames) if (!names.includes(name)) this.presence.remove(name);
    this.presence.complete(names);
  }

  #notice(): void {
    this.#hasNoticed = true;
    this.presence.disconnect();
  }

  #reconnect(): void {
    this.connect();
    const session = this.#session;
    void this.presence.settled().then(() => {
      if (this.isOnBus && session === this.#session) this.#reportsGap = true;
    });
  }

  #reportGap(): void {
    this.#reportsGap = false;
    this.#post({ event: 'refetch' });
    this.#fetchAgain(() => true);
  }

  #publish(event: ModelEvent): void {
    this.#deliver(event);
    if (this.presence.interested([event.uid]).length > 0) this.#post({ event });
  }

  #post(content: { message: NodeMessage } | { event: ModelEvent | 'refetch' }): void {
    if (!this.isOnBus) {
      if ('event' in content) this.#held.push(content.event);
      return;
    }
    for (const other of this.#model.others(this)) {
      if ('event' in content && content.event !== 'refetch') this.#model.sent += 1;
      const parcels = other.#inbox.get(this) ?? [];
      other.#inbox.set(this, parcels);
      parcels.push({ session: this.#session, name: this.#name, ...content });
    }
  }

  #receive(_: ModelNode, parcel: Parcel): void {
    if ('message' in parcel) this.presence.receive(parcel.name, parcel.session, parcel.message);
    else if (parcel.event === 'refetch') this.#fetchAgain(() => true);
    else this.#deliver(parcel.event);
  }

  #deliver({ uid, id }: ModelEvent): void {
    for (const socket of this.sockets) if (socket.uid === uid && socket.isOpen) socket.has.add(id);
  }

  #fetchAgain(concerns: (uid: string) => boolean): void {
    for (const socket of this.sockets) if (socket.isOpen && concerns(socket.uid)) socket.mustFetch = true;
  }

  #fetch(socket: ModelSocket): void {
    socket.mustFetch = false;
    for (const { uid, id } of this.#model.stored) if (uid === socket.uid) socket.has.add(id);
  }
}

function open(socket: ModelSocket): void {
  socket.isOpen = true;
  socket.mustFetch = true;
}
