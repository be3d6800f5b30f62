import type { FoundPerson } from '#contract/views.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { PersonRow } from './person-row.tsx';
import { useConnect } from './use-connect.ts';

export function SearchResults({ query, people }: { query: string; people: FoundPerson[] }) {
  const connecting = useConnect();
  if (people.length === 0) return <NobodyFound query={query} />;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{people.length === 1 ? '1 person found' : `${people.length} people found`}</span>
      </VisuallyHidden>
      <FormError>{connecting.error}</FormError>
      <ul aria-label="People found" className="space-y-3">
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

/** The empty result. A text with digits and without letters counts as a number. */
function NobodyFound({ query }: { query: string }) {
  const isNumber = /\p{Nd}/u.test(query) && !/\p{L}/u.test(query);
  return (
    <div role="status">
      <EmptyState
        action={<InviteButton />}
        title={isNumber ? 'Nobody with that number yet' : 'Nobody by that name yet'}
        text={
          isNumber
            ? `We found no one for “${query}”. They may not be found by number: try their first or last name, or ask them to join you here.`
            : `We found no one for “${query}”. Try a part of their first or last name, or ask them to join you here.`
        }
      />
    </div>
  );
}
