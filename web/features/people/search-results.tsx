import type { FoundPerson } from '#contract/views.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { NobodyFound } from './nobody-found.tsx';
import { PersonRow } from './person-row.tsx';
import { useConnect } from './use-connect.ts';

/** The people that a search found, each with what can be done. */
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
            isConnecting={connecting.isUnderWay}
            onConnect={() => connecting.connectWith(person.uid)}
          />
        ))}
      </ul>
    </>
  );
}
