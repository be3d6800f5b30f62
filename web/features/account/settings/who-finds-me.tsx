import { useQueryClient } from '@tanstack/react-query';
import type { BlockedPerson } from '#contract/consent.ts';
import type { AppUser } from '#web/app-context.tsx';
import { nameOf } from '#web/features/consent/index.ts';
import { inviteKey, RenewLink } from '#web/features/invites/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Section } from '../section.tsx';
import { useOwnList } from '../use-own-list.ts';
import { OwnSettings } from './own-settings.tsx';

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

function BlockedPeople({ uid }: { uid: string }) {
  const { items: blocked, error, gone, remove } = useOwnList<BlockedPerson>(`/api/users/${uid}/blocks`);
  return (
    <>
      {blocked === undefined && !error && <Skeleton className="h-16" />}
      {blocked?.length === 0 && <p>Nobody.</p>}
      {blocked && blocked.length > 0 && (
        <ul aria-label="Blocked people" className="divide-y divide-line">
          {blocked.map((person) => (
            <li key={person.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="wrap-anywhere min-w-0 font-medium">{nameOf(person)}</span>
              <Button
                variant="quiet"
                aria-label={`Unblock ${nameOf(person)}`}
                onClick={() => remove(person, person.uid)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
      {gone && (
        <p key={gone.uid} ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere mt-2 text-ink-soft">
          {nameOf(gone)} is not blocked any more. You can find each other and connect again.
        </p>
      )}
      <FormError>{error}</FormError>
    </>
  );
}
