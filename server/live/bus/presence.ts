import { AckWaits } from './ack-waits.ts';
import { inParts, type NodeMessage, PEOPLE_PER_MESSAGE } from './node-message.ts';
import { OwnPeople } from './own-people.ts';
import { Peer } from './peer.ts';

/** Sockets wait no longer than this for another node's acknowledgement. */
const ACK_MS = 1_000;
/** A person stays announced for one to two of these after the last socket has closed, so quick reconnects cost nothing. */
const IDLE_MS = 4_000;
/** The people of other nodes that a node remembers. Beyond it a node gets every event: about 100 bytes a person. */
const MOST_PEOPLE = 200_000;

/** More people than this do not fetch again at once: a gap is spread over time. */
const MOST_REFETCHED = 100;

const AT_ONCE = Promise.resolve();
const NOBODY: readonly string[] = [];

/** What the bus does for its presence. */
export interface PresenceEffects {
  /** Sends to all other nodes, in order. */
  send(message: NodeMessage): void;
  /** These people on this node may have missed events. */
  refetch(uids: string[]): void;
  /** All people on this node may have missed events. */
  onGap(): void;
}

/**
 * Which people have sockets on which node, so that nodes send each other only what somebody there waits for. A node announces
 * a person, and opens the first socket when all other nodes have acknowledged that: what they did not send before was
 * committed before the browser fetches. A node whose people are unknown gets every event (docs/decisions/0006-bus.md).
 */
export class Presence {
  readonly #effects: PresenceEffects;
  readonly #mostPeople: number;
  readonly #own = new OwnPeople();
  /** By the name that the bus gives a node: unique among the nodes that are connected. */
  readonly #peers = new Map<string, Peer>();
  readonly #idleTimer: NodeJS.Timeout;
  #session = '';
  #isConnected = false;
  /** Whether all other nodes are in #peers. */
  #isComplete = false;
  /** The last change that was sent. */
  #n = 0;
  /** New people, not announced yet: change #n + 1. */
  #came: string[] = [];
  #isSending = false;
  readonly #waits = new AckWaits(ACK_MS, (n) => this.#stopWaitingFor(n));

  constructor(effects: PresenceEffects, mostPeople = MOST_PEOPLE) {
    this.#effects = effects;
    this.#mostPeople = mostPeople;
    this.#idleTimer = setInterval(() => this.#announceIdle(), IDLE_MS).unref();
  }

  get peerNames(): string[] {
    return [...this.#peers.keys()];
  }

  /** Whether this node knows that there is no other. */
  get isAlone(): boolean {
    return this.#isConnected && this.#isComplete && this.#peers.size === 0;
  }

  /** Those of these people who may have a socket on another node. */
  interested(uids: readonly string[]): readonly string[] {
    if (!this.#isConnected || !this.#isComplete) return uids;
    if (this.#peers.size === 0) return NOBODY;
    for (const { people } of this.#peers.values()) if (!people) return uids;
    return uids.filter((uid) => this.#isElsewhere(uid));
  }

  /**
   * A socket of this person is about to open here.
   * @returns resolves when every other node sends the person's later events, or was given time enough to answer
   */
  arrive(uid: string): Promise<void> {
    return this.#acknowledged(this.#own.addSocket(uid, () => this.#announce(uid)));
  }

  /** A socket of this person has closed, or did not open. */
  leave(uid: string): void {
    this.#own.removeSocket(uid);
  }

  /**
   * The bus is connected, for the first time or again. Sends the list of the people here.
   * @param session names this connection in messages; used only once
   */
  join(session: string): void {
    this.disconnect();
    this.#session = session;
    this.#isConnected = true;
    this.#n = 0;
    this.#own.announceAllAgain();
    this.#effects.send({ type: 'join' });
    this.#sendList();
  }

  /** The bus is away. Sockets open at once; their browsers fetch again after the gap. */
  disconnect(): void {
    this.#isConnected = false;
    this.#isComplete = false;
    this.#waits.stopTimer();
    this.#peers.clear();
    this.#came = [];
    this.#settleWaits();
  }

  /**
   * All nodes that were there when this one joined are known now.
   * @param names those that may not have sent a message yet
   */
  complete(names: Iterable<string> = []): void {
    if (!this.#isConnected) return;
    for (const name of names) if (!this.#peers.has(name)) this.#peers.set(name, this.#newPeer('', this.#isComplete));
    this.#isComplete = true;
    this.#settleWaits();
    this.#waits.startTimer();
  }

  /** Resolves when all other nodes know everybody who was here at the join, or were given time enough. */
  settled(): Promise<void> {
    return this.#acknowledged(0);
  }

  /** The node left the bus. */
  remove(name: string): void {
    const peer = this.#peers.get(name);
    if (!peer) return;
    this.#peers.delete(name);
    // It may have committed events without knowing these people.
    if (peer.isSlow) this.#refetchBetween(peer.acked, Number.POSITIVE_INFINITY);
    this.#settleWaits();
  }

  /** The message that NATS nodes send regularly: it shows that they live, and repairs what a cluster of NATS lost. */
  beat(): NodeMessage {
    const heard = [...this.#peers.values()].map(({ session, heard }) => [session, heard]);
    return { type: 'beat', n: this.#n, heard: Object.fromEntries(heard) };
  }

  /** @param name the name of the node that sent it @param session of its connection */
  receive(name: string, session: string, message: NodeMessage): void {
    if (!this.#isConnected || session === this.#session) return;
    const peer = this.#find(name, session, message.type);
    switch (message.type) {
      case 'join':
        this.#welcome(peer);
        return;
      case 'list':
        if (message.to !== undefined && message.to !== this.#session) return;
        peer.readList(message);
        this.#limitMemory(peer);
        return;
      case 'change':
        this.#change(peer, message);
        return;
      case 'ack':
        if (message.to === this.#session) this.#acknowledge(peer, message.n);
        return;
      case 'ask':
        if (message.to !== this.#session) return;
        this.#sendList(session);
        this.#ackSoon(peer);
        this.#effects.onGap();
        return;
      case 'beat':
        if (peer.people && message.n > peer.heard) this.#loseTrack(peer);
        this.#acknowledge(peer, message.heard[this.#session] ?? -1);
        return;
      case 'leave':
        this.remove(name);
    }
  }

  /** Tells the other nodes that this one stops. */
  close(): void {
    clearInterval(this.#idleTimer);
    if (this.#isConnected) this.#effects.send({ type: 'leave' });
    this.disconnect();
  }

  /** The peer that sent a message. A new session under a known name is another node, or the same one after a gap. */
  #find(name: string, session: string, type: NodeMessage['type']): Peer {
    const known = this.#peers.get(name);
    if (known?.session === session) return known;
    const peer = this.#newPeer(session, false);
    if (known?.session === '') {
      // PostgreSQL named it before its first message.
      peer.acked = known.acked;
      peer.isSlow = known.isSlow;
    } else {
      this.remove(name);
      if (this.#isComplete && type !== 'join') this.#discover(peer);
    }
    this.#peers.set(name, peer);
    return peer;
  }

  /** An unknown node that is not new: each may have kept events from the other. */
  #discover(peer: Peer): void {
    peer.isSlow = true;
    this.#effects.send({ type: 'ask', to: peer.session });
  }

  /** @param isJoining it will get the list of the people here when it has joined, so nobody waits for it now */
  #newPeer(session: string, isJoining: boolean): Peer {
    const peer = new Peer(session);
    if (isJoining) peer.acked = this.#n;
    return peer;
  }

  /** Until the new node has the list of the people here, it sends all of its events. */
  #welcome(peer: Peer): void {
    peer.acked = this.#n;
    peer.isSlow = false;
    this.#sendList(peer.session);
    this.#ackSoon(peer);
    this.#settleWaits();
  }

  #change(peer: Peer, { n, went, came }: Extract<NodeMessage, { type: 'change' }>): void {
    if (peer.people && n !== peer.heard + 1) this.#loseTrack(peer);
    peer.heard = n;
    peer.change(went, came);
    this.#limitMemory(peer);
    this.#ackSoon(peer);
  }

  #loseTrack(peer: Peer): void {
    peer.forgetPeople();
    this.#effects.send({ type: 'ask', to: peer.session });
  }

  #limitMemory(peer: Peer): void {
    let remembered = 0;
    for (const { people, incoming } of this.#peers.values()) remembered += people?.size ?? incoming?.size ?? 0;
    if (remembered > this.#mostPeople) peer.forgetPeople();
  }

  #acknowledge(peer: Peer, n: number): void {
    const before = peer.acked;
    if (n <= before) return;
    peer.acked = n;
    if (peer.isSlow) this.#refetchBetween(before, n);
    if (n === this.#n) peer.isSlow = false;
    this.#settleWaits();
  }

  #refetchBetween(after: number, upTo: number): void {
    const uids = this.#own.announcedBetween(after, upTo);
    if (uids.length > MOST_REFETCHED) this.#effects.onGap();
    else if (uids.length > 0) this.#effects.refetch(uids);
  }

  #sendList(to?: string): void {
    const parts = inParts(this.#own.all);
    if (parts.length === 0) parts.push([]);
    for (const [place, people] of parts.entries()) {
      const [isFirst, isLast] = [place === 0, place === parts.length - 1];
      this.#effects.send({ type: 'list', ...(to && { to }), n: this.#n, people, isFirst, isLast });
    }
  }

  /** @returns the change that announces this person */
  #announce(uid: string): number {
    if (!this.#isConnected) return 0;
    const n = this.#n + 1;
    this.#came.push(uid);
    if (this.#came.length < PEOPLE_PER_MESSAGE) this.#sendSoon();
    else this.#sendCame();
    return n;
  }

  #announceIdle(): void {
    const idle = this.#own.removeIdle();
    if (!this.#isConnected) return;
    this.#sendCame();
    for (const went of inParts(idle)) this.#sendChange(went, []);
  }

  #sendCame(): void {
    const came = this.#came;
    this.#came = [];
    if (came.length > 0) this.#sendChange([], came);
  }

  #isElsewhere(uid: string): boolean {
    for (const { people } of this.#peers.values()) if (people?.has(uid)) return true;
    return false;
  }

  /** A node that joins later gets the list. */
  #sendChange(went: string[], came: string[]): void {
    this.#n += 1;
    if (!this.isAlone) this.#effects.send({ type: 'change', n: this.#n, went, came });
  }

  #ackSoon(peer: Peer): void {
    peer.isAckDue = true;
    this.#sendSoon();
  }

  /** Everything of one tick goes together: thousands of browsers may reconnect at once. */
  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => {
      this.#isSending = false;
      if (!this.#isConnected) return;
      this.#sendCame();
      for (const peer of this.#peers.values()) {
        if (peer.isAckDue) this.#effects.send({ type: 'ack', to: peer.session, n: peer.heard });
        peer.isAckDue = false;
      }
    });
  }

  #acknowledged(n: number): Promise<void> {
    if (this.#isAcknowledged(n)) return AT_ONCE;
    const ready = this.#waits.add(n);
    if (this.#isComplete) this.#waits.startTimer();
    return ready;
  }

  #isAcknowledged(n: number): boolean {
    if (!this.#isConnected) return true;
    return this.#isComplete && this.#peers.values().every(({ isSlow, acked }) => isSlow || acked >= n);
  }

  #settleWaits(): void {
    this.#waits.settle((n) => this.#isAcknowledged(n));
  }

  /** The people who open sockets without this acknowledgement get a refetch when it arrives, or when the node is gone. */
  #stopWaitingFor(n: number): void {
    for (const peer of this.#peers.values()) if (peer.acked < n) peer.isSlow = true;
    this.#settleWaits();
  }
}
