import type { BlockedPerson } from '#contract/consent.ts';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { nameOf } from '#web/features/circle/index.ts';
import { inviteKey, RenewLink } from '#web/features/invites/index.ts';
import { queries } from '#web/query-cache.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { OwnList, OwnRow } from '../own-list.tsx';
import { Section } from '../section.tsx';
import { OwnSettings } from './own-settings.tsx';

export function WhoFindsMe({ user: { uid } }: { user: AppUser }) {
  return (
    <>
      <OwnSettings uid={uid}>
        {({ foundInSearch, asksFirst }, change) => (
          <Section title={t.peopleWhoSearch}>
            <div className="space-y-6">
              <Switch
                label={t.theyCanFindMe}
                note={t.theyCanFindMeNote}
                isOn={foundInSearch}
                onChange={(isOn) => change({ foundInSearch: isOn })}
              />
              <Switch
                label={t.askMeFirst}
                note={t.askMeFirstNote}
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
      <Section title={t.yourLink} note={t.yourLinkNote}>
        <RenewLink uid={uid} />
      </Section>
      <Section title={t.blockedPeople} note={t.youCantFindEachOther}>
        <OwnList<BlockedPerson>
          path={`/api/users/${uid}/blocks`}
          label={t.blockedPeople}
          idOf={(person) => person.uid}
          goneWords={(person) => t.isNotBlockedAnyMore({ name: nameOf(person) })}
          none={t.nobody}
        >
          {(person, remove) => (
            <OwnRow
              key={person.uid}
              name={nameOf(person)}
              button={t.unblock}
              label={t.unblockPerson({ name: nameOf(person) })}
              onClick={remove}
            />
          )}
        </OwnList>
      </Section>
    </>
  );
}
