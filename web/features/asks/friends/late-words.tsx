import * as t from '#language';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { createStore } from '#web/store.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { bdi, Rich } from '#web/ui/rich.tsx';

/** The uid of the friend who had closed the ask before the person's answer came. */
export const closedBefore = createStore<string | null>(null, { isPersonal: true });

/** In place of that friend's card. */
export function LateWords({ uid }: { uid: string }) {
  const { data: entries = [] } = useConnections();
  const friend = entries.find((entry) => entry.uid === uid);
  if (!friend) return null;
  const name = firstName(friend);
  return (
    <div className="mb-2 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-3xl bg-surface px-4 py-2">
      <p ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere grow basis-40 font-semibold">
        <Rich parts={t.hasClosedThis({ name, bdi })} />{' '}
        <Link to={`/chat/${uid}`} className="text-accent underline underline-offset-4">
          <Rich parts={t.youCanStillWrite({ name, bdi })} />
        </Link>
      </p>
      <Button variant="quiet" className="min-h-11! px-4!" onClick={() => closedBefore.set(null)}>
        {t.ok}
      </Button>
    </div>
  );
}
