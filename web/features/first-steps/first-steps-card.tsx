import { useState } from 'react';
import { useSettings } from '#web/features/account/index.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/keep-focus.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useSteps } from './use-steps.tsx';

/** The steps that are not done yet, until the person dismisses them, on all devices. */
export function FirstStepsCard({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  if (!settings?.firstSteps) return null;

  function dismiss() {
    focusScreen();
    void change({ firstSteps: false });
  }
  return <OpenSteps uid={uid} error={error} onDismiss={dismiss} />;
}

interface OpenStepsProps {
  uid: string;
  error: string | null | undefined;
  onDismiss(): void;
}

function OpenSteps({ uid, error, onDismiss }: OpenStepsProps) {
  const open = useSteps(uid).filter(({ isDone }) => isDone === false);
  const done = useLastDone(open.map(({ title }) => title));
  if (open.length === 0 && done === null) return null;

  return (
    <section aria-labelledby="first-steps" className="mt-4 animate-rise rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <h2 id="first-steps" className="font-semibold text-xl">
        Your first steps
      </h2>
      {/* A step goes when it is done, and with it the button that had the focus. */}
      {done !== null && (
        <p key={done} ref={focusNextStep} tabIndex={-1} className="mt-2 text-ink-soft">
          Done: {done}. {open.length === 0 && 'That was the last one.'}
        </p>
      )}
      {open.length > 0 && (
        <>
          <ol className="mt-4 space-y-6">
            {open.map(({ title, content }) => (
              <li key={title}>
                <h3 className="mb-1 font-medium text-lg">{title}</h3>
                {content}
              </li>
            ))}
          </ol>
          <div className="mt-5 border-line border-t pt-3 text-center">
            <button
              type="button"
              className="min-h-11 px-3 font-semibold text-accent underline underline-offset-4"
              onClick={onDismiss}
            >
              Hide these steps
            </button>
          </div>
        </>
      )}
      {error && <FormError>{error}</FormError>}
    </section>
  );
}

/** The title of the step that was done last while this was shown; null for none. */
function useLastDone(open: readonly string[]): string | null {
  const [before, setBefore] = useState(open);
  const [done, setDone] = useState<string | null>(null);
  if (before.join() !== open.join()) {
    setBefore(open);
    setDone(before.findLast((title) => !open.includes(title)) ?? done);
  }
  return done;
}
