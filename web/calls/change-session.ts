/** What happens to reads of a person's data while their session ends or is replaced: they would be answered with 401. */

const PERSONAL = /^\/api\/(users|messages|asks)\b/;

let running = new AbortController();
/** The call that ends or replaces the session, until it has settled. */
let changing: Promise<void> | undefined;
let hasEnded = false;

export function isPersonalRead(method: string, path: string): boolean {
  return method === 'GET' && PERSONAL.test(path);
}

/** Waits while the session changes. @returns aborts the read when the session changes; null when the session has ended */
export async function readSignal(): Promise<AbortSignal | null> {
  await sessionChange();
  return hasEnded ? null : running.signal;
}

/** Resolves when no call is ending or replacing the session any more; undefined when none is. */
export function sessionChange(): Promise<void> | undefined {
  return changing?.then(sessionChange);
}

/**
 * Runs a call that ends or replaces this browser's session. Until its answer brings the new cookie the old one is invalid, so
 * session checks and new reads wait for it, and reads that are under way are aborted. Those count as unanswered: the query
 * cache tries them again if the session goes on.
 */
export function changeSession<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  running.abort();
  running = new AbortController();
  const before = changing;
  const answer = run();
  const settled: Promise<void> = Promise.allSettled([before, answer]).then(() => {
    if (changing === settled) changing = undefined;
  });
  changing = settled;
  return answer;
}

/** Call this when it is known whether somebody is signed in: without a session no read is sent. */
export function allowReads(isSignedIn: boolean): void {
  hasEnded = !isSignedIn;
}
