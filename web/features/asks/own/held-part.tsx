import { useQueryClient } from '@tanstack/react-query';
import type { OwnAsk, Undone } from '#contract/asks.ts';
import { CallError, call } from '#web/http.ts';
import { fetchAgain } from '#web/live/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { holdWords, nobodyWords } from '../ask-words.ts';
import { ASKS_KEY } from '../use-asks.ts';
import { barLink, smallButton } from './bar-classes.ts';

/** What an undo has done, and of which choice. */
export interface UndoneChoice extends Undone {
  ask: string;
  /** When the choice was made, by the server's clock, in ms. */
  calledAt: number;
}

export interface HeldPartProps {
  me: string;
  ask: OwnAsk;
  /** The server's time, in ms. */
  now: number;
  /** Whether anybody is in the circle, asked or not. */
  hasFriends: boolean;
  /** Opens the sheet about what would help. */
  onSay: () => void;
  onUndone: (undone: UndoneChoice) => void;
  /** Gets why an undo was refused: the bar may be about something else by then. */
  onRefused: (reason: string | null) => void;
}

/** The seconds before friends are asked, in which the choice can be taken back. */
export function HeldPart({ me, ask, now, hasFriends, onSay, onUndone, onRefused }: HeldPartProps) {
  const queries = useQueryClient();
  const { isPending, submit } = useSubmit();
  const isAlone = ask.report.asked === 0;

  const undo = () =>
    submit(async () => {
      onRefused(null);
      try {
        const undone = await call<Undone>('POST', `/api/asks/${ask.id}/undo`);
        focusScreen();
        onUndone({ ...undone, ask: ask.id, calledAt: ask.calledAt });
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === 'not_found') focusScreen();
        // Said at once: this part goes as soon as a frame says that the texts have left.
        onRefused((thrown as Error).message);
      } finally {
        // Also without a live connection the former mood is shown again.
        void fetchAgain(queries, ['info', me]);
        void fetchAgain(queries, ASKS_KEY);
      }
    });

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 grow font-semibold tabular-nums">
        {isAlone ? nobodyWords(hasFriends) : holdWords(ask, ask.textsAt, now)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className={smallButton} aria-disabled={isPending} onClick={undo}>
          Undo
        </Button>
        {!isAlone && (
          <Button variant="quiet" className={smallButton} onClick={onSay}>
            Say what would help
          </Button>
        )}
        <a href="/help" className={barLink}>
          Helplines
        </a>
      </div>
    </div>
  );
}
