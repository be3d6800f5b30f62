import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { undoneWords } from '../ask-words.ts';
import { useAskCall } from '../use-ask-call.ts';
import { barLink, smallButton } from './bar-classes.ts';
import type { ShownUndone } from './use-undo.ts';

interface UndonePartProps {
  undone: ShownUndone;
  /** Whether an earlier choice is shown below, with its own way to the helplines. */
  hasAsk: boolean;
  /** False where no gateway is set; undefined while unknown. */
  sendsTexts: boolean | undefined;
  onTold: () => void;
  onClose: () => void;
}

/** What an undo has done. Friends whose texts had left can be told that it was a slip. */
export function UndonePart({ undone, hasAsk, sendsTexts, onTold, onClose }: UndonePartProps) {
  const { error, isPending, change } = useAskCall(undone.ask);
  const { isTold = false } = undone;
  const canTell = undone.left > 0 && !isTold;

  async function tell() {
    if (await change('POST', '/slip')) onTold();
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p
          ref={isTold ? focusNextStep : undefined}
          tabIndex={-1}
          className="min-w-[min(7rem,100%)] grow basis-0 font-semibold leading-snug"
        >
          {isTold ? 'Friends who take texts are told that it was a slip.' : undoneWords(undone, sendsTexts)}
        </p>
        <div className="flex flex-wrap gap-2">
          {canTell && (
            <Button className={smallButton} aria-disabled={isPending} onClick={tell}>
              Tell them it was a slip
            </Button>
          )}
          <Button
            variant="quiet"
            className={smallButton}
            onClick={() => {
              focusScreen();
              onClose();
            }}
          >
            OK
          </Button>
          {!hasAsk && (
            <a href="/help" className={barLink}>
              Helplines
            </a>
          )}
        </div>
      </div>
      <FormError>{error}</FormError>
    </>
  );
}
