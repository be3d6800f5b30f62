import type { SharedMood } from '#contract/views.ts';
import { Helplines } from '#web/ui/link.tsx';
import { asksNobody, reachWords } from './reach-words.ts';

/** The mood that was shared, and whom it asks. */
export function SharedWords({ shared, saysReach = true }: { shared: SharedMood; saysReach?: boolean }) {
  const words = reachWords(shared);
  return (
    <>
      <p className="font-semibold text-lg">
        Your current <span className="whitespace-nowrap">mood : {shared.mood}</span>
      </p>
      {saysReach && words && <p className="text-ink-soft">{words}</p>}
      {saysReach && asksNobody(shared) && <Helplines />}
    </>
  );
}
