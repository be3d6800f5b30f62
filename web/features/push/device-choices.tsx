import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangePush, Push, PushDevice } from '#contract/push.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { ABOUT } from './about.ts';
import { changePush, sendTest } from './subscription/push-calls.ts';

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
export function DeviceChoices({ uid, push: { key, device } }: DeviceChoicesProps) {
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
