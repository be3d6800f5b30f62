import type { ChangeFriendControls, FriendControls } from '#contract/consent.ts';
import { calendarDate, clockTime } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

interface MuteAsksProps {
  name: string;
  mutedUntil: FriendControls['mutedUntil'];
  onMute: (mute: NonNullable<ChangeFriendControls['mute']>) => void;
}

const TIMES = [
  ['8 hours', '8 hours'],
  ['1 week', '1 week'],
  ['always', 'Until I change it'],
] as const;

export function MuteAsks({ name, mutedUntil, onMute }: MuteAsksProps) {
  const isMuted = mutedUntil === 'always' || (mutedUntil ?? 0) > Date.now();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">
        Mute <bdi>{name}</bdi>’s asks
      </legend>
      <p aria-hidden="true" className="font-semibold">
        Mute <bdi>{name}</bdi>’s asks
      </p>
      <p className="text-ink-soft">
        No texts and no card when <bdi>{name}</bdi> needs support. ‘Check In?’ stays.
      </p>
      {/* The button that was tapped is gone, and had the focus. */}
      <p key={String(mutedUntil)} ref={focusNextStep} tabIndex={-1} role="status" className="mt-2 font-medium">
        {isMuted && `Muted ${untilWords(mutedUntil!)}.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isMuted ? (
          <Button variant="quiet" onClick={() => onMute('off')}>
            Unmute
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

function untilWords(mutedUntil: number | 'always'): string {
  if (mutedUntil === 'always') return 'until you change it';
  const end = new Date(mutedUntil);
  return `until ${calendarDate(end, new Date())}, ${clockTime(end)}`;
}
