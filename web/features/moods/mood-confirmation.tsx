import type { SharedMood } from '#contract/views.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { ReachWords } from './reach-words-line.tsx';

export function MoodConfirmation({ shared }: { shared: SharedMood }) {
  return (
    <div ref={scrollIntoView} className="flex animate-rise items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft">
      <Bubble mood={shared.mood} />
      <div>
        <p className="font-semibold text-lg">
          Your current <span className="whitespace-nowrap">mood : {shared.mood}</span>
        </p>
        <ReachWords shared={shared} />
      </div>
    </div>
  );
}
