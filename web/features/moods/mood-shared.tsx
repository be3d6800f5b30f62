import { asksForSupport, type Mood } from '#contract/moods.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { intoView } from '#web/ui/into-view.ts';

/** What the screen says once a mood is stored. */
export function MoodShared({ mood }: { mood: Mood }) {
  return (
    <div ref={intoView} className="flex animate-rise items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft">
      <Bubble mood={mood} />
      <div>
        <p className="font-semibold text-lg">Your current mood : {mood}</p>
        {asksForSupport(mood) && (
          <p className="text-ink-soft">We are letting your friends know that you could use some support.</p>
        )}
      </div>
    </div>
  );
}
