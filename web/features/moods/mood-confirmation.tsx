import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';

export function MoodConfirmation({ mood, textsLimited }: SharedMood) {
  return (
    <div ref={scrollIntoView} className="flex animate-rise items-center gap-4 rounded-3xl bg-surface p-4 shadow-soft">
      <Bubble mood={mood} />
      <div>
        <p className="font-semibold text-lg">Your current mood : {mood}</p>
        {asksForSupport(mood) && (
          <p className="text-ink-soft">
            {textsLimited
              ? 'Your friends see it. They were texted 30 times within the hour, so no text goes out this time. You can write to somebody.'
              : 'We are letting your friends know that you could use some support.'}
          </p>
        )}
      </div>
    </div>
  );
}
