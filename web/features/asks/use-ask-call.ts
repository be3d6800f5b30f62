import type { Asks } from '#contract/asks.ts';
import { CallError, call } from '#web/calls/http.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { ASKS_KEY, withNewer } from './use-asks.ts';

type Method = 'POST' | 'PUT' | 'PATCH';

/** Changes an ask, and shows the answer; after a refusal what is shown is old. @param onClosed in place of an error when it is closed */
export function useAskCall(id: string, onClosed?: () => void) {
  const { error, isPending, submit } = useSubmit();

  /** @returns whether it was stored */
  async function change(method: Method, path: string, body?: object): Promise<boolean> {
    let isStored = false;
    await submit(async () => {
      try {
        const changed = await call<Partial<Asks>>(method, `/api/asks/${id}${path}`, body);
        applyEvent<Asks>(ASKS_KEY, (known) => withNewer(known, { ...known, ...changed }));
        isStored = true;
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.status > 0) void fetchAgain(ASKS_KEY);
        if (onClosed && thrown instanceof CallError && thrown.code === 'ask_closed') onClosed();
        else throw thrown;
      }
    });
    return isStored;
  }

  return { error, isPending, change };
}
