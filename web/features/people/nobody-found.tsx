import { EmptyState } from '#web/ui/empty-state.tsx';

/** A search that found nobody. */
export function NobodyFound({ query }: { query: string }) {
  return (
    <div role="status">
      <EmptyState
        title="Nobody by that name yet"
        text={`We found no one for “${query}”. Try a part of their first or last name, or ask them to join you here.`}
      />
    </div>
  );
}
