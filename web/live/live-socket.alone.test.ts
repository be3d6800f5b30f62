import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SERVER_STOPPING_CLOSE_CODE } from '#contract/sizes.ts';
import { unauthorized } from '../calls/http.ts';
import { LiveSocket, reconnectDelay } from './live-socket.ts';

/** Stands for the browser's WebSocket; the test plays the server. */
class SocketStub {
  static readonly OPEN = 1;
  static made: SocketStub[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: ((close: { code: number }) => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  readonly sent: string[] = [];
  constructor() {
    SocketStub.made.push(this);
  }
  open() {
    this.readyState = SocketStub.OPEN;
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
}

const ADA = { uid: 'ada', email: '', displayName: '', firstname: '', lastname: '', initials: '', phonenumber: '' };
const newest = () => SocketStub.made.at(-1)!;
const checkSession = vi.fn();
unauthorized.add(checkSession);
let storedUser: object;
let page: EventTarget & { visibilityState: string };
let socket: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  SocketStub.made = [];
  checkSession.mockClear();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', SocketStub);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  storedUser = ADA;
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(storedUser) });
  socket = new LiveSocket();
  socket.start('ada');
});

afterEach(() => {
  socket.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('nothing is sent while the connection is not open, or the server closes it', () => {
  const sends = () => socket.send({ type: 'read', sender: 'grace' });
  expect(sends()).toBe(false);
  newest().open();
  expect(sends()).toBe(true);
  newest().readyState = 2;
  expect(sends()).toBe(false);
  expect(newest().sent).toEqual(['{"type":"read","sender":"grace"}']);
});

test('a lost connection reconnects after a growing pause', () => {
  newest().onclose?.({ code: 1006 });
  expect(socket.status.get()).toBe('lost');
  vi.advanceTimersByTime(500);
  expect(SocketStub.made).toHaveLength(2);
  for (let tries = 2; tries < 8; tries++) {
    newest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(249);
    expect(SocketStub.made).toHaveLength(tries);
    vi.advanceTimersByTime(15_000);
    expect(SocketStub.made).toHaveLength(tries + 1);
  }
  newest().open();
  expect(socket.status.get()).toBe('open');
});

test('a page that becomes visible reconnects at once', () => {
  for (let tries = 0; tries < 6; tries++) {
    newest().onclose?.({ code: 1006 });
    if (tries < 5) vi.advanceTimersByTime(15_000);
  }
  const before = SocketStub.made.length;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(SocketStub.made).toHaveLength(before + 1);
});

test('after a server stopped, browsers reconnect spread over three seconds', () => {
  const delayOf = (random: number) => reconnectDelay(SERVER_STOPPING_CLOSE_CODE, 0, () => random);
  expect([delayOf(0), delayOf(1)]).toEqual([1_000, 4_000]);
});

test('an ended session is checked, and the socket waits for the result', () => {
  newest().open();
  newest().onclose?.({ code: 4401 });
  expect(checkSession).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4_000);
  expect(SocketStub.made).toHaveLength(1);
  socket.stop();
  vi.advanceTimersByTime(60_000);
  expect(SocketStub.made).toHaveLength(1);
});

test('a tab that made room for a newer one reconnects when it becomes visible', () => {
  newest().open();
  newest().onclose?.({ code: 4429 });
  vi.advanceTimersByTime(59_000);
  expect(SocketStub.made).toHaveLength(1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(SocketStub.made).toHaveLength(2);
});

test('after a connection that closes at once the pause keeps growing', () => {
  for (let tries = 0; tries < 6; tries++) {
    newest().open();
    newest().onclose?.({ code: 1013 });
    vi.advanceTimersByTime(15_000);
  }
  newest().open();
  newest().onclose?.({ code: 1013 });
  const before = SocketStub.made.length;
  vi.advanceTimersByTime(7_000);
  expect(SocketStub.made).toHaveLength(before);
});

test('while another person is logged in nothing is sent, no connection opens, and the session is checked', () => {
  newest().open();
  storedUser = { ...ADA, uid: 'sam' };
  expect(socket.send({ type: 'read', sender: 'grace' })).toBe(false);
  newest().onclose?.({ code: 1006 });
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(15_000);
  expect(newest().sent).toEqual([]);
  expect(SocketStub.made).toHaveLength(1);
  expect(checkSession).toHaveBeenCalled();
});
