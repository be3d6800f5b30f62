import { useQueryClient } from '@tanstack/react-query';
import type { AppUser } from '#web/app-context.tsx';
import { inviteKey, RenewLink } from '#web/features/invites/index.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Section } from '../section.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { OwnSettings } from './own-settings.tsx';

/** How others come into a person's circle. */
export function WhoFindsMe({ user: { uid } }: { user: AppUser }) {
  const queries = useQueryClient();
  return (
    <>
      <OwnSettings uid={uid}>
        {({ foundInSearch, asksFirst }, change) => (
          <Section title="People who search">
            <div className="space-y-6">
              <Switch
                label="They can find me"
                note="By a part of your name or number. No search shows the number."
                isOn={foundInSearch}
                onChange={(isOn) => change({ foundInSearch: isOn })}
              />
              <Switch
                label="Ask me first"
                note="Nobody joins your circle without your yes. Your old link stops."
                isOn={asksFirst}
                onChange={async (isOn) => {
                  await change({ asksFirst: isOn });
                  if (isOn) await queries.resetQueries({ queryKey: inviteKey(uid) });
                }}
              />
            </div>
          </Section>
        )}
      </OwnSettings>
      <Section title="Your link" note="A friend who opens it is in your circle with one tap.">
        <RenewLink uid={uid} />
      </Section>
      <Section title="Blocked people" note="They cannot find you, and you do not find them.">
        <BlockedPeople uid={uid} />
      </Section>
    </>
  );
}
