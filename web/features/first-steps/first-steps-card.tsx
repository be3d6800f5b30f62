import { type ReactNode, useState } from 'react';
import * as t from '#language';
import { PhoneProof, useRecovery, useSettings } from '#web/features/account/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { InstallMoodring, pushSupport, readChoice, TurnOn, usePush } from '#web/features/push/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

export function FirstStepsCard({ uid }: { uid: string }) {
  const { data: settings, error, change } = useSettings(uid);
  if (!settings?.firstSteps) return null;
  return <OpenSteps uid={uid} error={error} onDismiss={() => void change({ firstSteps: false })} />;
}

interface OpenStepsProps {
  uid: string;
  error: string | null | undefined;
  onDismiss(): void;
}

function OpenSteps({ uid, error, onDismiss }: OpenStepsProps) {
  const steps = [useInviteStep(), useNotificationsStep(uid), usePhoneStep(uid)];
  const open = steps.filter(({ isDone }) => isDone === false);
  const done = useLastDone(open.map(({ title }) => title));
  if (open.length === 0 && done === null) return null;

  return (
    <section aria-labelledby="first-steps" className="mt-4 rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <h2 id="first-steps" className="font-semibold text-xl">
        {t.yourFirstSteps}
      </h2>
      {/* A step goes when it is done, and with it the button that had the focus. */}
      {done !== null && (
        <p key={done} ref={focusNextStep} tabIndex={-1} className="mt-2 text-ink-soft">
          {t.doneStep({ step: done })}
          {open.length === 0 && t.sentenceSpace + t.thatWasTheLastOne}
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
              {t.hideTheseSteps}
            </button>
          </div>
        </>
      )}
      <FormError>{error}</FormError>
    </section>
  );
}

function useLastDone(open: readonly string[]): string | null {
  const [before, setBefore] = useState(open);
  const [done, setDone] = useState<string | null>(null);
  if (before.join() !== open.join()) {
    setBefore(open);
    setDone(before.findLast((title) => !open.includes(title)) ?? done);
  }
  return done;
}

interface Step {
  title: string;
  /** A step that is done is not shown; undefined while unknown. */
  isDone: boolean | undefined;
  content: ReactNode;
}

function useInviteStep(): Step {
  const { data: entries } = useConnections();
  return {
    title: t.inviteAFriend,
    isDone: entries && entries.length > 0,
    content: (
      <>
        <p className="mb-3 text-ink-soft">{t.sendYourLink}</p>
        <InviteButton variant="quiet" />
      </>
    ),
  };
}

/** Where the browser cannot notify, or the person has refused, there is nothing to do. */
function useNotificationsStep(uid: string): Step {
  const [support] = useState(pushSupport);
  const [isRefused] = useState(() => readChoice(uid) === 'refused');
  const isPossible = support === 'possible' && !isRefused;
  const { data: push } = usePush(uid, isPossible);
  return {
    title: t.turnOnNotifications,
    isDone: isPossible ? push && push.device !== null : isRefused || support !== 'install-first',
    content: (
      <div className="space-y-4">
        {isPossible && (
          <div>
            <TurnOn uid={uid} variant="quiet" />
          </div>
        )}
        <InstallMoodring />
      </div>
    ),
  };
}

/** A number that texts cannot reach is to be corrected (spec §5). Without one, or without codes, there is nothing to do. */
function usePhoneStep(uid: string): Step {
  const { data: recovery } = useRecovery(uid);
  const { data: settings } = useSettings(uid);
  if (settings?.phoneRefused)
    return {
      title: t.checkYourPhoneNumber,
      isDone: false,
      content: (
        <>
          <p className="wrap-anywhere mb-3 text-ink-soft">
            {recovery ? t.textsCannotReachPhone({ phone: recovery.phone }) : t.textsCannotReachIt}
          </p>
          <Link to="/settings/you" className={buttonClass('quiet')}>
            {t.correctItInSettings}
          </Link>
        </>
      ),
    };
  return {
    title: t.confirmYourPhone,
    isDone: recovery && (recovery.phoneProven || recovery.codeRefused !== null),
    content: <PhoneProof uid={uid} />,
  };
}
