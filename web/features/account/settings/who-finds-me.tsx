import type { BlockedPerson } from '#contract/consent.ts';
import type { AppUser } from '#web/app-context.tsx';
import { nameOf } from '#web/features/consent/index.ts';
import { inviteKey, RenewLink } from '#web/features/invites/index.ts';
import { queries } from '#web/query-cache.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { OwnList, OwnRow } from '../own-list.tsx';
import { Section } from '../section.tsx';
import { OwnSettings } from './own-settings.tsx';

export function WhoFindsMe({ user: { uid } }: { user: AppUser }) {
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
      <Section title="Blocked people" note="You can’t find each other.">
        <OwnList<BlockedPerson>
          path={`/api/users/${uid}/blocks`}
          label="Blocked people"
          idOf={(person) => person.uid}
          goneWords={(person) =>
            `${nameOf(person)} is not blocked any more. You can find each other and connect again.`
          }
          none="Nobody."
        >
          {(person, remove) => (
            <OwnRow
              key={person.uid}
              name={nameOf(person)}
              buttons={() => (
                <Button variant="quiet" aria-label={`Unblock ${nameOf(person)}`} onClick={remove}>
                  Unblock
                </Button>
              )}
            />
          )}
        </OwnList>
      </Section>
    </>
  );
}
