import { moodName } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Helplines } from '#web/ui/link.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { Rich } from '#web/ui/rich.tsx';
import { hasAskBar } from './ask-bar.ts';
import { asksNobody, reachWords } from './reach-words.ts';

/** The mood that was shared. Who hears of it is said by the bar about the ask, for which it leaves room below. */
export function MoodConfirmation({ shared }: { shared: SharedMood }) {
  const saysReach = !useStore(hasAskBar) || shared.textsLimited;
  return (
    <div
      ref={scrollIntoView}
      className="mb-8 flex scroll-mb-16 flex-wrap items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft"
    >
      <Bubble mood={shared.mood} />
      <div className="min-w-0 grow basis-40">
        <SharedWords shared={shared} saysReach={saysReach} />
      </div>
    </div>
  );
}

/** The mood that was shared, and whom it asks. */
export function SharedWords({ shared, saysReach = true }: { shared: SharedMood; saysReach?: boolean }) {
  const words = reachWords(shared);
  return (
    <>
      <p className="font-semibold text-lg">
        <Rich
          parts={t.yourCurrentMood({
            mood: moodName(shared.mood),
            nowrap: (words) => <span className="inline-block">{words}</span>,
          })}
        />
      </p>
      {saysReach && words && <p className="text-ink-soft">{words}</p>}
      {saysReach && asksNobody(shared) && <Helplines />}
    </>
  );
}
