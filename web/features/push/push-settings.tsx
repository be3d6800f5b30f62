import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { DeviceChoices } from './device-choices.tsx';
import { fetchPush } from './subscription/push-calls.ts';
import { mayNotify, pushSupport } from './subscription/support.ts';
import { Blocked, TurnOn } from './turn-on.tsx';

/** The notifications of this device: whether, of what, and how much the lock screen shows. */
export function PushSettings({ uid }: { uid: string }) {
  const [support] = useState(pushSupport);
  if (support === 'unsupported')
    return (
      <p>
        {window.isSecureContext
          ? 'This browser cannot show notifications.'
          : 'Notifications need a secure address, one that begins with https.'}
      </p>
    );
  if (support === 'install-first') return <p>On iPhone and iPad, only the installed app gets notifications.</p>;
  return support === 'blocked' ? <Blocked /> : <Notifications uid={uid} />;
}

function Notifications({ uid }: { uid: string }) {
  // As of the first render: the permission changes while the person turns notifications on.
  const [wasAllowed] = useState(mayNotify);
  /** Whether the person turned them on here: then the words that follow get the focus, because the button is gone. */
  const [hasChanged, setChanged] = useState(false);
  const { data, error } = useQuery({ queryKey: ['push', uid], queryFn: () => fetchPush(uid), enabled: wasAllowed });
  const words = { tabIndex: -1, className: 'font-medium', ...(hasChanged && { ref: focusNextStep }) };
  if (data?.device)
    return (
      <>
        <p key="on" {...words}>
          Notifications are on.
        </p>
        <div className="mt-5">
          <DeviceChoices uid={uid} push={{ ...data, device: data.device }} />
        </div>
      </>
    );
  if (wasAllowed && !data) return error ? <FormError>{error.message}</FormError> : <Skeleton className="h-28" />;
  return (
    <div>
      <p key="off" {...words}>
        Know when a friend needs you.
      </p>
      <TurnOn uid={uid} onTurnedOn={() => setChanged(true)} />
    </div>
  );
}
