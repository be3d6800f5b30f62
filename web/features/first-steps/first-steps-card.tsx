import { useSettings } from '#web/features/account/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSteps } from './use-steps.tsx';

/** The steps that are not done yet, until the person dismisses them, on all devices. */
export function FirstStepsCard({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  if (!settings?.firstSteps) return null;

  function dismiss() {
    // The button goes, and with it the focus.
    document.querySelector<HTMLElement>('main h1')?.focus();
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
  if (open.length === 0) return null;

  return (
    <section aria-labelledby="first-steps" className="mt-4 animate-rise rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <h2 id="first-steps" className="font-semibold text-xl">
        Your first steps
      </h2>
      <ol className="mt-4 space-y-5">
        {open.map(({ title, content }) => (
          <li key={title}>
            <h3 className="mb-1 font-medium text-lg">{title}</h3>
            {content}
          </li>
        ))}
      </ol>
      <Button variant="quiet" className="mt-5" onClick={onDismiss}>
        Hide these steps
      </Button>
      {error && <FormError>{error}</FormError>}
    </section>
  );
}
