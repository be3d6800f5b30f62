import { MOOD_CATALOGUE } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { Bubble } from '#web/ui/bubble.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const ONWARD = 'M9 6l6 6-6 6';

/** The signed-in person's mood; a link to /status, where it is changed. */
export function MyMoodRow() {
  const { appUserMood } = useApp();
  if (appUserMood === null) return <Skeleton className="h-28 w-full rounded-3xl" />;
  return (
    <Link
      to="/status"
      className="flex flex-wrap items-center gap-4 rounded-3xl bg-surface p-5 shadow-soft transition-shadow hover:shadow-float"
    >
      <Bubble mood={appUserMood} size="large" />
      <span className="grow basis-0">
        <span className="block text-ink-soft">Your mood</span>
        <span className="block font-semibold text-xl">{appUserMood}</span>
        <span className="block">{MOOD_CATALOGUE[appUserMood].message}</span>
      </span>
      <span className="flex items-center font-medium text-accent">
        Change
        <LineIcon path={ONWARD} className="size-5" />
      </span>
    </Link>
  );
}
