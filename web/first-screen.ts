import type { FetchQueryOptions } from '@tanstack/react-query';
import { connectionsQuery } from './features/circle/index.ts';
import { checkSession, onSessionChange } from './features/identity/index.ts';
import { ownMoodQuery } from './features/moods/index.ts';
import { queries } from './query-cache.ts';
import { loadScreen, routeAt } from './routes.tsx';
import { readStoredUser } from './stored-user.ts';

/** The first rendering does not wait longer. */
const WAIT_MS = 500;

/** Asks who is signed in, and loads what the screen at the page's address shows, so that the first rendering shows it whole. */
export async function prepareFirstScreen(): Promise<void> {
  // What could not be loaded shows when it is rendered.
  const loaded = loadFirstScreen().catch(() => {});
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

async function loadFirstScreen(): Promise<void> {
  const { pathname } = window.location;
  let me = readStoredUser()?.uid;
  onSessionChange((user) => {
    // The next person must not see the data of the one before.
    if (user && me !== undefined && user.uid !== me) queries.clear();
    me = user?.uid ?? me;
  });
  const session = checkSession();
  const route = routeAt(pathname);
  if (me === undefined && route?.signedOut) await session;
  const fetchOwn = (uid: string) =>
    Promise.allSettled([fetchFirst(ownMoodQuery(uid)), fetchFirst(connectionsQuery(uid))]);
  const uid = me;
  if (uid === undefined) {
    // The page has asked for these answers already: if they waited for a screen that needs them, they would be too old.
    void session.then(() => (me === undefined ? undefined : fetchOwn(me)));
    return void (route && (await loadScreen(route.signedOut ?? route.screen)));
  }
  const fetchScreen = async () => {
    const query = route && (await loadScreen(route.screen)).default.firstQuery?.(uid, pathname);
    if (query) await fetchFirst(query);
  };
  await Promise.allSettled([fetchScreen(), fetchOwn(uid)]);
}

/** Fetches a query. @returns when there is something to show, which may be an answer of the last visit */
function fetchFirst(query: FetchQueryOptions): Promise<void> {
  void queries.prefetchQuery(query);
  return new Promise((resolve) => {
    const stop = queries.getQueryCache().subscribe(() => {
      if (queries.getQueryData(query.queryKey) === undefined) return;
      stop();
      resolve();
    });
  });
}
