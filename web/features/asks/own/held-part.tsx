import type { OwnAsk } from '#contract/asks.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { holdWords, nobodyWords } from '../ask-words.ts';
import { barLink, smallButton } from './bar-classes.ts';

interface HeldPartProps {
  ask: OwnAsk;
  /** The server's time, in ms. */
  now: number;
  /** Whether anybody is in the circle, asked or not. */
  hasFriends: boolean;
  /** Opens the sheet about what would help. */
  onSay: () => void;
  onUndo: () => void;
  isUndoing: boolean;
}

/** The seconds before friends are asked, in which the choice can be taken back. */
export function HeldPart({ ask, now, hasFriends, onSay, onUndo, isUndoing }: HeldPartProps) {
  const isAlone = ask.report.asked === 0;
  return (
    // In a low window the bar stands at the page's end, and there are only seconds.
    <div ref={scrollIntoView} className="flex flex-wrap items-center gap-x-2 gap-y-2">
      <p className="min-w-[min(10rem,100%)] grow basis-0 font-semibold tabular-nums">
        {isAlone ? nobodyWords(hasFriends) : holdWords(ask, ask.textsAt, now)}
      </p>
      <a href="/help" className={barLink}>
        Helplines
      </a>
      <div className="flex flex-wrap gap-2">
        <Button className={smallButton} aria-disabled={isUndoing} onClick={onUndo}>
          Undo
        </Button>
        {!isAlone && (
          <Button variant="quiet" className={smallButton} onClick={onSay}>
            Say what would help
          </Button>
        )}
      </div>
    </div>
  );
}
