import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import type { Asks } from '#contract/asks.ts';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import type { ChosenMood, ConnectionEntry, MessagePage } from '#contract/views.ts';
import '#web/styles.css';
import { App } from '#web/app.tsx';
import { setSessionUser } from '#web/features/identity/session/session.ts';
import { prepareFirstScreen } from '#web/first-screen.ts';
import { keepOnlyAnswersOf } from '#web/kept/index.ts';
import { clearDatabase } from '#web/outbox/index.ts';
import { queries } from '#web/query-cache.ts';
import { emptyPersonalStores } from '#web/store.ts';

/** The server's answers by method and path: a body with status 200, or what makes a `Response` from the request's body. */
type Answers = Record<string, object | null | ((body: never) => Response | Promise<Response>)>;

const PATIENCE = { timeout: 10_000 };

/** The late parts make it in the moment in which they begin to hear events, and nothing else makes it before. */
const LATE_PARTS_CALL = '/api/asks';

export const ADA = {
  id: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Lovelace',
  initials: 'AL',
  phonenumber: '',
};

export const NO_MESSAGES: MessagePage = { messages: [], before: null, firstUnread: { mine: null, theirs: null } };

/** What the server answers to Ada where a test says nothing else. */
const ANSWERS: Answers = {
  'GET /api/identity/get-session': { user: ADA },
  'GET /api/users/ada/info/mood': { mood: 'Green', chosenAt: 1 } satisfies ChosenMood,
  'GET /api/users/ada/requests': [],
  'GET /api/messages?with=grace': NO_MESSAGES,
  [`GET ${LATE_PARTS_CALL}`]: { mine: null, friends: [], undone: null } satisfies Asks,
};

export function friend(firstname: string, lastname: string, more: Partial<ConnectionEntry> = {}): ConnectionEntry {
  const uid = firstname.toLowerCase();
  const profile = { uid, firstname, lastname, initials: firstname.slice(0, 1), phonenumber: '', email: `${uid}@x.org` };
  return { ...profile, mood: 'Green', lastmessage: 0, unread: 0, moodChosenAt: 1, preview: null, ...more };
}

/**
 * Opens the whole app at an address, without a server: Ada has these friends, and `answers` are the answers to her calls. Other calls
 * are under way until the test ends.
 * @returns sends a live event to the app. What it changes is stored before, because the app fetches its friends again at any time
 */
export function openApp(
  address: string,
  friends: ConnectionEntry[] = [],
  answers: Answers = {},
): (event: LiveEvent) => Promise<void> {
  let stored = friends;
  let hasLateParts = false;
  const known: Answers = { ...ANSWERS, 'GET /api/users/ada/connections': () => Response.json(stored), ...answers };
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const answer = known[`${method} ${path}`];
    if (path === LATE_PARTS_CALL) hasLateParts = true;
    if (answer === undefined) return new Promise(() => {});
    return typeof answer === 'function' ? answer(JSON.parse(String(body ?? null)) as never) : Response.json(answer);
  });
  vi.stubGlobal('WebSocket', FakeSocket);
  sentFrames.length = 0;
  history.replaceState(null, '', address);
  // A page that was not used for a minute has shown nothing to anybody (`page-attended.ts`).
  window.dispatchEvent(new Event('pointermove'));
  const box = document.createElement('div');
  box.id = 'root';
  document.body.append(box);
  const root = createRoot(box);
  let isOver = false;
  void prepareFirstScreen().then(() => !isOver && root.render(<App />));
  onTestFinished(async () => {
    isOver = true;
    root.unmount();
    box.remove();
    setSessionUser(null);
    emptyPersonalStores(undefined);
    queries.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    await clearDatabase();
    // Kept answers of a test that took a second would be shown in the next one.
    await keepOnlyAnswersOf(undefined);
  });
  return async (event) => {
    stored = stored.map((entry) => changed(entry, event));
    if (event.type === 'connection') stored = [...stored, event.entry];
    await vi.waitFor(() => expect(hasLateParts && FakeSocket.newest?.readyState).toBe(FakeSocket.OPEN), PATIENCE);
    FakeSocket.newest!.onmessage?.({ data: JSON.stringify(event) });
  };
}

/** Ada logs out, and another person logs in at the same screen. */
export async function changePerson(uid: string): Promise<void> {
  setSessionUser(null);
  await vi.waitFor(() => expect(document.querySelector('[type=password]')).not.toBeNull(), PATIENCE);
  const { id: _, name: displayName, ...profile } = ADA;
  setSessionUser({ ...profile, uid, displayName });
}

/** A friend after an event. */
function changed(entry: ConnectionEntry, event: LiveEvent): ConnectionEntry {
  if (event.type === 'mood' && event.uid === entry.uid) {
    const { isNew: _, ...known } = entry;
    return { ...known, mood: event.mood, moodChosenAt: event.chosenAt };
  }
  if (event.type === 'message' && event.message.sender === entry.uid) {
    const { seq, content: text, timestamp: lastmessage } = event.message;
    return { ...entry, unread: entry.unread + 1, lastmessage, preview: { seq, mine: false, text } };
  }
  return entry;
}

/** What the app has sent over the live connection, oldest first. */
export const sentFrames: ClientFrame[] = [];

/** The live connection is lost. The app opens another one. */
export function loseConnection(): void {
  FakeSocket.newest?.onclose?.(new CloseEvent('close'));
}

/** The live connection: open at once, and silent. */
class FakeSocket {
  static readonly OPEN = 1;
  static newest: FakeSocket | null = null;
  readyState = 0;
  onopen?: () => void;
  onclose?: (event: CloseEvent) => void;
  onmessage?: (event: { data: string }) => void;

  constructor() {
    FakeSocket.newest = this;
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
    });
  }

  send(frame: string) {
    sentFrames.push(JSON.parse(frame));
  }

  close() {
    if (FakeSocket.newest === this) FakeSocket.newest = null;
  }
}
