import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PhoneProof, useRecovery, useSettings } from '#web/features/account/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import {
  fetchPush,
  HomeScreenSteps,
  LazyInstallMoodring,
  pushSupport,
  readChoice,
  TurnOn,
} from '#web/features/push/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';

export interface Step {
  title: string;
  /** A step that is done is not shown; undefined while unknown. */
  isDone: boolean | undefined;
  content: ReactNode;
}

/** The first steps of a person, in order. */
export function useSteps(uid: string): readonly Step[] {
  return [useInviteStep(), useNotificationsStep(uid), usePhoneStep(uid)];
}

function useInviteStep(): Step {
  const { data: entries } = useConnections();
  return {
    title: 'Invite a friend',
    isDone: entries && entries.length > 0,
    content: (
      <>
        <p className="mb-3 text-ink-soft">
          Send your link to somebody you trust. One tap, and each of you sees how the other is doing.
        </p>
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
  const { data: push } = useQuery({ queryKey: ['push', uid], queryFn: () => fetchPush(uid), enabled: isPossible });
  return {
    title: 'Turn on notifications',
    isDone: isPossible ? push && push.device !== null : isRefused || support !== 'install-first',
    content: isPossible ? (
      <div className="space-y-4">
        <div>
          <TurnOn uid={uid} variant="quiet" />
        </div>
        <LazyInstallMoodring />
      </div>
    ) : (
      <HomeScreenSteps />
    ),
  };
}

/**
 * A number that texts cannot reach is to be corrected: the sign-up takes what was typed (spec §5). Without a number, or where no
 * code can be texted, there is nothing to do.
 */
function usePhoneStep(uid: string): Step {
  const { recovery } = useRecovery(uid);
  const { settings } = useSettings(uid);
  if (settings?.phoneRefused)
    return {
      title: 'Check your phone number',
      isDone: false,
      content: (
        <>
          <p className="wrap-anywhere mb-3 text-ink-soft">
            Texts cannot reach {recovery ? `“${recovery.phone}”` : 'it'}, not even when a friend needs support.
          </p>
          <Link to="/settings/you" className={buttonClass('quiet')}>
            Correct it in Settings
          </Link>
        </>
      ),
    };
  return {
    title: 'Confirm your phone',
    isDone: recovery && (recovery.phoneProven || recovery.codeRefused !== null),
    content: <PhoneProof uid={uid} />,
  };
}
