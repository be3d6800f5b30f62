import { useState } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { WhoIAsk } from '#web/features/asks/index.ts';
import { Choice } from '#web/ui/forms/choice.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const DEFAULT = 'default';

const HOLDS = [
  [DEFAULT, 'As this Moodring has it'],
  ['0', 'Not at all'],
  ['10', '10 seconds'],
  ['30', '30 seconds'],
  ['120', '2 minutes'],
] as const;

interface WhenIAskProps {
  settings: Settings;
  /** Whether a gateway for texts is set. */
  sendsTexts: boolean;
  onChange: (change: ChangeSettings) => void;
}

/** Who is asked, how long that can be undone, and whether they are asked once more. */
export function WhenIAsk({ settings, sendsTexts, onChange }: WhenIAskProps) {
  // Nobody is no choice that could be stored: it stays here until the first friend is ticked.
  const [isChoosing, setChoosing] = useState(false);
  const chosen = settings.asksThese ?? (isChoosing ? [] : null);

  function choose(friends: readonly string[] | null) {
    setChoosing(friends !== null && friends.length === 0);
    if (friends === null || friends.length > 0) onChange({ asksThese: friends && [...friends] });
    else if (settings.asksThese) onChange({ asksThese: null });
  }

  return (
    <div className="space-y-6">
      <WhoIAsk
        chosen={chosen}
        onChange={choose}
        noneWords="Choose at least one friend. Until then everyone is asked."
      />
      {settings.chosenAreGone && !isChoosing && (
        <p role="status" className="text-ink-soft">
          None of the friends you chose sees your mood any more, so everyone who sees it is asked.
        </p>
      )}
      <Choice
        legend="How long I can undo"
        note={sendsTexts ? 'Friends are texted after that time.' : 'Friends are asked after that time.'}
        options={HOLDS}
        value={settings.holdSeconds === null ? DEFAULT : `${settings.holdSeconds}`}
        onChange={(value) =>
          onChange({ holdSeconds: value === DEFAULT ? null : (Number(value) as Settings['holdSeconds']) })
        }
      />
      <Switch
        label="Ask once more by itself"
        note={
          sendsTexts
            ? 'After 10 minutes without an answer, those who were texted get one more text.'
            : 'After 10 minutes without an answer, your friends see it as still open.'
        }
        isOn={settings.againItself}
        onChange={(againItself) => onChange({ againItself })}
      />
    </div>
  );
}
