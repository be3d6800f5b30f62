import { useState } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import * as t from '#language';
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
          <Section title={t.inYourCircle}>
            <div className="space-y-6">
              <Switch
                label={t.myPhoneNumber}
                note={t.soThatTheyCanCall}
                isOn={settings.showsPhone}
                onChange={(showsPhone) => change({ showsPhone })}
              />
              <Switch
                label={t.whenIReadAndType}
                note={t.ifOffYouWontSeeTheirs}
                isOn={settings.showsRead}
                onChange={async (showsRead) => {
                  await change({ showsRead });
                  // The chats that this tab has fetched have the read marks of before.
                  queries.removeQueries({ queryKey: ['messages'] });
                }}
              />
            </div>
          </Section>
          <Section title={t.whenYouAskForSupport} note={t.withPurpleOrDark}>
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
      <WhoIAsk chosen={chosen} onChange={choose} noneWords={t.chooseAtLeastOneFriend} />
      {settings.chosenAreGone && !isChoosing && (
        <p role="status" className="text-ink-soft">
          {t.chosenFriendsAreGone}
        </p>
      )}
    </>
  );
}
