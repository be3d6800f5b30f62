import { firstName, useConnections } from '#web/features/circle/index.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

/** In place of a card whose friend had closed the ask before the answer came. */
export function LateWords({ uid, onClose }: { uid: string; onClose: () => void }) {
  const { data: entries = [] } = useConnections();
  const friend = entries.find((entry) => entry.uid === uid);
  if (!friend) return null;
  const name = firstName(friend);
  return (
    <div className="mb-6 rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <p ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere font-semibold">
        <bdi>{name}</bdi> has closed this. You can still write to <bdi>{name}</bdi>.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to={`/chat/${uid}`} className={`${buttonClass()} px-3.5!`}>
          Write to <bdi>{name}</bdi>
        </Link>
        <Button
          variant="quiet"
          className="px-3.5!"
          onClick={() => {
            focusScreen();
            onClose();
          }}
        >
          Close
        </Button>
      </div>
    </div>
  );
}
