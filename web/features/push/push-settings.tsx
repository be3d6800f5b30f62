import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Blocked } from './blocked.tsx';
import { DeviceChoices } from './device-choices.tsx';
import { fetchPush } from './subscription/push-calls.ts';
import { mayNotify, pushSupport } from './subscription/support.ts';
import { TurnOn } from './turn-on.tsx';

/** The notifications of this device: whether, of what, and how much the lock screen shows. */
export function PushSettings({ uid }: { uid: string }) {
  const [support] = useState(pushSupport);
  if (support === 'unsupported') return <p>This browser cannot show notifications.</p>;
  if (support === 'install-first') return <p>On iPhone and iPad, only the installed app gets notifications.</p>;
  return support === 'blocked' ? <Blocked /> : <Notifications uid={uid} />;
}

function Notifications({ uid }: { uid: string }) {
  // As of the first render: the permission changes while the person turns notifications on.
  const [wasAllowed] = useState(mayNotify);
  const { data, error } = useQuery({ queryKey: ['push', uid], queryFn: () => fetchPush(uid), enabled: wasAllowed });
  if (data?.device) return <DeviceChoices uid={uid} push={{ ...data, device: data.device }} />;
  if (wasAllowed && !data) return error ? <FormError>{error.message}</FormError> : <Skeleton className="h-28" />;
  return (
    <div>
      <p className="font-medium">Get told when a friend needs support?</p>
      <TurnOn uid={uid} />
    </div>
  );
}
