import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangePush, Push, PushDevice } from '#contract/push.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { changePush, sendTest } from './subscription/push-calls.ts';
import { turnOff } from './subscription/subscribe.ts';

interface DeviceChoicesProps {
  uid: string;
  push: Push & { device: PushDevice };
  /** Called before this goes. */
  onTurnOff: () => void;
}

/** The choices of a device that gets notifications. A change shows at once; if it is refused, the old value returns. */
export function DeviceChoices({ uid, push: { key, device }, onTurnOff }: DeviceChoicesProps) {
  const queries = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const show = (changed: PushDevice | null) => queries.setQueryData<Push>(['push', uid], { key, device: changed });

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

  const stop = () =>
    run(async () => {
      await turnOff(uid);
      onTurnOff();
      show(null);
    });

  return (
    <div className="space-y-5">
      <Switch
        label="When a friend needs support"
        note="A friend chose Dark or Purple."
        isOn={device.support}
        onChange={(support) => change({ support })}
      />
      <Switch
        label="When someone writes to me"
        note="One notification a chat, however many messages."
        isOn={device.messages}
        onChange={(messages) => change({ messages })}
      />
      <Switch
        label="When someone connects with me"
        note="A new person in your circle."
        isOn={device.connections}
        onChange={(connections) => change({ connections })}
      />
      <Switch
        label="When a friend answers me"
        note="A friend will reach out, now or later."
        isOn={device.answers}
        onChange={(answers) => change({ answers })}
      />
      <Switch
        label="Show names"
        note="Your lock screen says who it is. Otherwise it names nobody."
        isOn={device.showNames}
        onChange={(showNames) => change(showNames ? { showNames } : { showNames, showWords: false })}
      />
      {device.showNames && (
        <Switch
          label="Show words"
          note="Your lock screen shows what a message says, too."
          isOn={device.showWords}
          onChange={(showWords) => change({ showWords })}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={test}>
          Send a test notification
        </Button>
        <Button variant="quiet" onClick={stop}>
          Turn off
        </Button>
      </div>
      <div role="status">{said && <p className="font-medium">{said}</p>}</div>
      <FormError>{error}</FormError>
    </div>
  );
}
