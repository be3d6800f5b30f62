import { useId } from 'react';
import type { ConnectionEntry, FoundPerson } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { applyConnection, nameOf } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { queries } from '#web/query-cache.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { LineIcon, TICK } from '#web/ui/line-icon.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { navigate } from '#web/ui/router.tsx';

export function SearchResults({ query, people }: { query: string; people: FoundPerson[] }) {
  const connecting = useConnect();
  if (people.length === 0) return <NobodyFound query={query} />;
  return (
    <>
      <span role="status" className="sr-only">
        {t.peopleFoundCount({ count: people.length })}
      </span>
      <FormError>{connecting.error}</FormError>
      <ul aria-label={t.peopleFound} className="space-y-3">
        {people.map((person) => (
          <PersonRow
            key={person.uid}
            person={person}
            isConnecting={connecting.isPending}
            onConnect={() => connecting.connectWith(person.uid)}
          />
        ))}
      </ul>
    </>
  );
}

function NobodyFound({ query }: { query: string }) {
  const isNumber = /\p{Nd}/u.test(query) && !/\p{L}/u.test(query);
  return (
    <div role="status">
      <EmptyState
        action={<InviteButton />}
        title={isNumber ? t.nobodyWithThatNumber : t.nobodyByThatName}
        text={isNumber ? t.numberNotFound({ query }) : t.nameNotFound({ query })}
      />
    </div>
  );
}

interface PersonRowProps {
  person: FoundPerson;
  isConnecting: boolean;
  onConnect: () => void;
}

/** A found person with a gray 'Connected' or 'Asked', which do nothing, or a blue 'Connect' button (spec §2, §5). */
function PersonRow({ person, isConnecting, onConnect }: PersonRowProps) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-3xl bg-surface p-4 shadow-soft">
      <Avatar initials={person.initials} />
      <span id={nameId} className="wrap-anywhere min-w-0 grow basis-20 font-medium text-lg leading-snug">
        <bdi>{nameOf(person)}</bdi>
      </span>
      {person.connected || person.asked ? (
        // Takes over the focus from the button that was tapped.
        <span
          ref={focusNextStep}
          tabIndex={-1}
          aria-describedby={nameId}
          className="ms-auto inline-flex min-h-12 max-w-full items-center gap-1.5 rounded-full border border-transparent bg-gray px-[min(1.25rem,6vw)] text-gray-ink"
        >
          {person.connected && <LineIcon path={TICK} className="size-4.5" />}
          {person.connected ? t.connected : t.asked}
        </span>
      ) : (
        <Button
          className="ms-auto max-w-full"
          aria-describedby={nameId}
          aria-disabled={isConnecting}
          onClick={onConnect}
        >
          {t.connect}
        </Button>
      )}
    </li>
  );
}

/** Connects in both directions (spec §4), and shows /circles (spec §2). Who wants to be asked first is asked. */
function useConnect() {
  const me = useApp().appUser?.uid ?? '';
  const { error, isPending, submit } = useSubmit();

  const connectWith = (other: string) =>
    submit(async () => {
      const answer = await call<ConnectionEntry | { asked: true }>('PUT', `/api/users/${me}/connections/${other}`, {});
      if ('asked' in answer) {
        queries.setQueriesData<FoundPerson[]>({ queryKey: ['search'] }, (people) =>
          people?.map((person) => (person.uid === other ? { ...person, asked: true } : person)),
        );
        return;
      }
      applyConnection(me, answer);
      void queries.invalidateQueries({ queryKey: ['search'] });
      navigate('/circles/');
    });

  return { error, isPending, connectWith };
}
