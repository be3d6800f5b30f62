import { useState } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import type { AppUser } from '#web/app-context.tsx';
import { WhoIAsk } from '#web/features/asks/index.ts';
import { queries } from '#web/query-cache.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Section } from '../section.tsx';
import { OwnSettings } from './own-settings.tsx';

export function WhatFriendsSee({ user: { uid } }: { user: AppUser }) {
  return (
    <OwnSettings uid={uid}>
      {(settings, change) => (
        <>
          <Section title="In your circle">
            <div className="space-y-6">
              <Switch
                label="My phone number"
                note="So that they can call you."
                isOn={settings.showsPhone}
                onChange={(showsPhone) => change({ showsPhone })}
              />
              <Switch
                label="When I read and type"
                note="If off, you won’t see theirs."
                isOn={settings.showsRead}
                onChange={async (showsRead) => {
                  await change({ showsRead });
                  // The chats that this tab has fetched have the read marks of before.
                  queries.removeQueries({ queryKey: ['messages'] });
                }}
              />
            </div>
          </Section>
          <Section title="When you ask for support" note="With Purple or Dark.">
            <Asked settings={settings} onChange={change} />
          </Section>
        </>
      )}
    </OwnSettings>
  );
}

interface AskedProps {
  settings: Settings;
  onChange: (change: ChangeSettings) => void;
}

function Asked({ settings, onChange }: AskedProps) {
  // Nobody is no choice that could be stored: it stays here until the first friend is ticked.
  const [isChoosing, setChoosing] = useState(false);
  const chosen = settings.asksThese ?? (isChoosing ? [] : null);

  function choose(friends: readonly string[] | null) {
    setChoosing(friends !== null && friends.length === 0);
    if (friends === null || friends.length > 0) onChange({ asksThese: friends && [...friends] });
    else if (settings.asksThese) onChange({ asksThese: null });
  }

  return (
    <>
      <WhoIAsk
        chosen={chosen}
        onChange={choose}
        noneWords="Choose at least one friend. Until then everyone is asked."
      />
      {settings.chosenAreGone && !isChoosing && (
        <p role="status" className="text-ink-soft">
          None of your chosen friends sees your mood. Everyone is asked.
        </p>
      )}
    </>
  );
}
