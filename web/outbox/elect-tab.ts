/**
 * Runs work in one tab of this browser at a time: in the one that was used last, and in another one when that closes. Where a browser
 * has no locks (pages without https), it runs in each tab.
 * @param run its signal is aborted when another tab is elected, or after `stop`
 * @returns `take` elects this tab
 */
export function electTab(name: string, run: (signal: AbortSignal) => void): { take: () => void; stop: () => void } {
  const { locks } = navigator;
  let turn = new AbortController();
  let isElected = false;

  async function ask(steal: boolean): Promise<void> {
    turn.abort();
    const mine = new AbortController();
    turn = mine;
    try {
      await locks.request(name, steal ? { steal } : { signal: mine.signal }, () => {
        if (mine.signal.aborted) return;
        isElected = true;
        run(mine.signal);
        return new Promise((resolve) => mine.signal.addEventListener('abort', resolve));
      });
    } catch {
      // Another tab has taken the lock, or this one waits no more.
    }
    if (turn !== mine) return;
    isElected = false;
    if (!mine.signal.aborted) void ask(false);
  }

  if (!locks) {
    run(turn.signal);
    return { take() {}, stop: () => turn.abort() };
  }
  const take = () => {
    if (!isElected) void ask(true);
  };
  const onVisible = () => document.visibilityState === 'visible' && take();
  document.addEventListener('visibilitychange', onVisible);
  void ask(document.visibilityState === 'visible');
  return {
    take,
    stop() {
      document.removeEventListener('visibilitychange', onVisible);
      turn.abort();
    },
  };
}
