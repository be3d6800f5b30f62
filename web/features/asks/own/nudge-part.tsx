import type { OwnAsk } from '#contract/asks.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { useAskCall } from '../use-ask-call.ts';
import { barLink, smallButton } from './bar-classes.ts';

/** A day after the last choice: a question to the person alone. No answer tells or texts anybody. */
export function NudgePart({ ask }: { ask: OwnAsk }) {
  const { error, isPending, change } = useAskCall(ask.id);

  async function stays() {
    if (await change('POST', '/still')) focusScreen();
  }

  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button className={smallButton} aria-disabled={isPending} onClick={stays}>
          Yes, still
        </Button>
        <Link to="/status" className={`${buttonClass('quiet')} ${smallButton}`}>
          It has changed
        </Link>
        <a href="/help" className={`${barLink} px-1!`}>
          Helplines
        </a>
      </div>
      <FormError>{error}</FormError>
    </>
  );
}
