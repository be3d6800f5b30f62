import type { SharedMood } from '#contract/views.ts';
import { asksNobody, reachWords } from './reach-words.ts';

/** A page of its own, which works without the app. */
export const helplinesClass = 'inline-block py-2.5 font-semibold text-accent underline underline-offset-4';

/** What a choice has set in motion, and the helplines when it reaches nobody. */
export function ReachWords({ shared }: { shared: SharedMood }) {
  const words = reachWords(shared);
  return (
    <>
      {words && <p className="text-ink-soft">{words}</p>}
      {asksNobody(shared) && (
        <a href="/help" className={helplinesClass}>
          Helplines
        </a>
      )}
    </>
  );
}
