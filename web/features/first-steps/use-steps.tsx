import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PhoneProof, useRecovery } from '#web/features/account/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { fetchPush, HomeScreenSteps, pushSupport, TurnOn } from '#web/features/push/index.ts';

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
          Send your link to somebody you trust. One tap, and you see how the other is.
        </p>
        <InviteButton />
      </>
    ),
  };
}

/** Where the browser cannot notify, or the person has forbidden it, there is nothing to do. */
function useNotificationsStep(uid: string): Step {
  const [support] = useState(pushSupport);
  const isPossible = support === 'possible';
  const { data: push } = useQuery({ queryKey: ['push', uid], queryFn: () => fetchPush(uid), enabled: isPossible });
  return {
    title: 'Turn on notifications',
    isDone: isPossible ? push && push.device !== null : support !== 'install-first',
    content: isPossible ? <TurnOn uid={uid} /> : <HomeScreenSteps />,
  };
}

/** Without a phone number, or where no code can be texted, there is nothing to do. */
function usePhoneStep(uid: string): Step {
  const { recovery } = useRecovery(uid);
  return {
    title: 'Confirm your phone',
    isDone: recovery && (recovery.phoneProven || recovery.codeRefused !== null),
    content: <PhoneProof uid={uid} />,
  };
}
