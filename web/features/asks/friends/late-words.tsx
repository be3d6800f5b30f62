import { firstName, useConnections } from '#web/features/circle/index.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

interface LateWordsProps {
  /** The friend's. */
  uid: string;
  /** In the friend's chat, where the way to write is below. */
  isInChat?: boolean;
  onClose: () => void;
}

/** In place of a card whose friend had closed the ask before the answer came. */
export function LateWords({ uid, isInChat = false, onClose }: LateWordsProps) {
  const { data: entries = [] } = useConnections();
  const friend = entries.find((entry) => entry.uid === uid);
  if (!friend) return null;
  const name = firstName(friend);
  return (
    <div
      className={
        isInChat
          ? 'flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-line border-b px-4 py-2'
          : 'mb-6 rounded-3xl bg-surface p-5 shadow-soft md:p-6'
      }
    >
      <p ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere grow basis-40 font-semibold">
        <bdi>{name}</bdi> has closed this. You can still write to <bdi>{name}</bdi>.
      </p>
      <div className={isInChat ? '' : 'mt-3 flex flex-wrap gap-2'}>
        {!isInChat && (
          <Link to={`/chat/${uid}`} className={`${buttonClass()} px-3.5!`}>
            Write to <bdi>{name}</bdi>
          </Link>
        )}
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
