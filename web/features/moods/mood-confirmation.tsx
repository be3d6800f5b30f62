import type { SharedMood } from '#contract/views.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { useHasAskBar } from './ask-bar.ts';
import { asksNobody } from './reach-words.ts';
import { ReachWords } from './reach-words-line.tsx';

/** The mood that was shared. Who hears of it is said by the bar about the ask, once that is there. */
export function MoodConfirmation({ shared }: { shared: SharedMood }) {
  const hasBar = useHasAskBar();
  const saysReach = !hasBar || shared.textsLimited || asksNobody(shared);
  return (
    <div
      ref={scrollIntoView}
      className="flex animate-rise flex-wrap items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft"
    >
      <Bubble mood={shared.mood} />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold text-lg">
          Your current <span className="whitespace-nowrap">mood : {shared.mood}</span>
        </p>
        {saysReach && <ReachWords shared={shared} />}
      </div>
    </div>
  );
}
