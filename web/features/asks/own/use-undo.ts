import { useState } from 'react';
import type { Asks, OwnAsk, Undone, UndoneChoice } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { ASKS_KEY } from '../use-asks.ts';

export type ShownUndone = UndoneChoice & Partial<Undone> & { isTold?: boolean };

/** Takes back the newest choice. @returns `refusal` of the last undo: the bar may be about something else by then */
export function useUndo(ask: OwnAsk | null) {
  const me = useApp().appUser?.uid;
  const { isPending, submit } = useSubmit();
  const [undone, setUndone] = useState<ShownUndone | null>(null);
  const [refused, setRefused] = useState<{ choice: number; reason: string } | null>(null);

  const undo = () =>
    submit(async () => {
      if (ask === null) return;
      const { id, level, calledAt } = ask;
      setRefused(null);
      try {
        const done = await call<Undone>('POST', `/api/asks/${id}/undo`);
        setUndone({ ask: id, level, calledAt, ...done });
        if (!done.stands) applyEvent<Asks>(ASKS_KEY, (asks) => ({ ...asks, mine: null }));
      } catch (thrown) {
        // Said at once: the button goes as soon as a frame says that the texts have left.
        setRefused({ choice: calledAt, reason: (thrown as Error).message });
      } finally {
        // Also without a live connection the former mood is shown again.
        void fetchAgain(['info', me]);
        void fetchAgain(ASKS_KEY);
      }
    });

  // Another choice has another undo.
  const refusal = refused && (ask === null || ask.calledAt === refused.choice) ? refused.reason : null;
  return { undo, isUndoing: isPending, refusal, undone, setUndone };
}
