import { useAskEvents, useAsks } from './use-asks.ts';
import { useParts } from './use-parts.ts';

/** Follows a person's asks and shows them on every screen. What shows them is loaded when there is one. */
export function Asks({ me }: { me: string }) {
  useAskEvents();
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.undone !== null || asks.friends.length > 0));
  return parts && asks && <parts.OwnBar me={me} asks={asks} />;
}
