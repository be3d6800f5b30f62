import { EmptyState } from '#web/ui/page/empty-state.tsx';

/** A search that found nobody. What has no letters was a number. */
export function NobodyFound({ query }: { query: string }) {
  const isNumber = /\p{Nd}/u.test(query) && !/\p{L}/u.test(query);
  return (
    <div role="status">
      <EmptyState
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
