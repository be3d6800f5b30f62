import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangePush, Push, PushDevice } from '#contract/push.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { ABOUT } from './about.ts';
import { changePush, fetchPush, sendTest } from './subscription/push-calls.ts';
import { mayNotify, pushSupport } from './subscription/support.ts';
import { Blocked, TurnOn } from './turn-on.tsx';

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

const LOCK_SCREEN = [
  ['nobody', 'No name'],
  ['names', 'The name'],
  ['words', 'The name and the words'],
] as const;

const shownOf = ({ showNames, showWords }: PushDevice) => (showWords ? 'words' : showNames ? 'names' : 'nobody');

interface DeviceChoicesProps {
  uid: string;
  push: Push & { device: PushDevice };
}

/** The choices of a device that gets notifications. A change shows at once; if it is refused, the old value returns. */
function DeviceChoices({ uid, push: { key, device } }: DeviceChoicesProps) {
  const queries = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const show = (changed: PushDevice) => queries.setQueryData<Push>(['push', uid], { key, device: changed });

  async function run(work: () => Promise<void>) {
    setError(null);
    setSaid(null);
    try {
      await work();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
      await queries.invalidateQueries({ queryKey: ['push', uid] });
    }
  }

  const change = (choices: ChangePush) =>
    run(async () => {
      show({ ...device, ...choices });
      show(await changePush(uid, choices));
    });

  const test = () =>
    run(async () => {
      const { sent, reason } = await sendTest(uid);
      if (sent) setSaid('Sent. It should appear in a moment.');
      else setError(reason ?? 'The notification could not be sent.');
    });

  return (
    <>
      <div className="space-y-6">
        <Choice legend="Notify me about" options={ABOUT} value={device.about} onChange={(about) => change({ about })} />
        <Choice
          legend="The lock screen shows"
          options={LOCK_SCREEN}
          value={shownOf(device)}
          onChange={(shown) => change({ showNames: shown !== 'nobody', showWords: shown === 'words' })}
        />
        <Button variant="quiet" className="px-[min(1rem,4vw)]!" onClick={test}>
          Send a test notification
        </Button>
      </div>
      <p role="status" className="font-medium not-empty:mt-4">
        {said}
      </p>
      {error && (
        <div className="mt-4">
          <FormError>{error}</FormError>
        </div>
      )}
    </>
  );
}
