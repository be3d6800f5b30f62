import type { OwnAsk } from '#contract/asks.ts';
import { NOBODY } from '#web/features/moods/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { holdWords } from '../ask-words.ts';
import { barLink, smallButton } from './bar-classes.ts';
import { Foldable, type OpenInChat } from './foldable.tsx';

interface HeldPartProps {
  ask: OwnAsk;
  /** The server's time, in ms. */
  now: number;
  /** Opens the sheet about what would help. */
  onSay: () => void;
  onUndo: () => void;
  isUndoing: boolean;
  inChat: OpenInChat;
}

/** The seconds before friends are asked, in which the choice can be taken back. */
export function HeldPart({ ask, now, onSay, onUndo, isUndoing, inChat }: HeldPartProps) {
  const isAlone = ask.report.asked === 0;
  const undo = (
    <Button className="px-2.5!" aria-disabled={isUndoing} onClick={onUndo}>
      Undo
    </Button>
  );
  const helplines = (
    <a href="/help" className={barLink}>
      Helplines
    </a>
  );
  return (
    // In a low window the bar stands at the page's end, and there are only seconds.
    <div ref={scrollIntoView} className="tabular-nums">
      {isAlone ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-[min(10rem,100%)] grow basis-0 font-semibold">{NOBODY}</p>
          {helplines}
          {undo}
        </div>
      ) : (
        <Foldable headline={holdWords(ask.textsAt, now)} label="What would help" action={undo} inChat={inChat}>
          <div className="mt-2 flex flex-wrap gap-2">
            {helplines}
            <Button variant="quiet" className={smallButton} onClick={onSay}>
              Say what would help
            </Button>
          </div>
        </Foldable>
      )}
    </div>
  );
}
