import type { ChangeFriendControls, FriendControls } from '#contract/consent.ts';
import * as t from '#language';
import { calendarDate, clockTime } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { bdi, Rich } from '#web/ui/rich.tsx';

interface MuteAsksProps {
  name: string;
  mutedUntil: FriendControls['mutedUntil'];
  onMute: (mute: NonNullable<ChangeFriendControls['mute']>) => void;
}

const TIMES = [
  ['8 hours', t.eightHours],
  ['1 week', t.oneWeek],
  ['always', t.untilIChangeIt],
] as const;

export function MuteAsks({ name, mutedUntil, onMute }: MuteAsksProps) {
  const isMuted = mutedUntil === 'always' || (mutedUntil ?? 0) > Date.now();
  const title = <Rich parts={t.muteAsksOf({ name, bdi })} />;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="font-semibold">
        {title}
      </p>
      <p className="text-ink-soft">
        <Rich parts={t.muteMeans({ name, bdi })} />
      </p>
      {/* The button that was tapped is gone, and had the focus. */}
      <p key={String(mutedUntil)} ref={focusNextStep} tabIndex={-1} role="status" className="mt-2 font-medium">
        {isMuted && mutedWords(mutedUntil!)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isMuted ? (
          <Button variant="quiet" onClick={() => onMute('off')}>
            {t.unmute}
          </Button>
        ) : (
          TIMES.map(([mute, words]) => (
            <Button key={mute} variant="quiet" className="px-4!" onClick={() => onMute(mute)}>
              {words}
            </Button>
          ))
        )}
      </div>
    </fieldset>
  );
}

function mutedWords(mutedUntil: number | 'always'): string {
  if (mutedUntil === 'always') return t.mutedUntilYouChangeIt;
  const end = new Date(mutedUntil);
  return t.mutedUntil({ day: calendarDate(end, new Date()), time: clockTime(end) });
}
