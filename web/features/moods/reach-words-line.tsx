import type { SharedMood } from '#contract/views.ts';
import { Helplines } from '#web/ui/link.tsx';
import { asksNobody, reachWords } from './reach-words.ts';

export function ReachWords({ shared }: { shared: SharedMood }) {
  const words = reachWords(shared);
  return (
    <>
      {words && <p className="text-ink-soft">{words}</p>}
      {asksNobody(shared) && <Helplines />}
    </>
  );
}
