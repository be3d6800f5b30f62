import * as t from '#language';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { Rich } from '#web/ui/rich.tsx';

const DOWN = 'M12 5v14M6 13l6 6 6-6';

/** Scrolls to the newest message. Shown while it is out of sight. @param count how many have come meanwhile */
export function NewestButton({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={count === 0 ? t.goToTheNewestMessage : undefined}
      className={`absolute end-4 bottom-3 flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border font-semibold shadow-float ${count === 0 ? 'border-edge bg-surface' : 'border-transparent bg-accent px-5 text-accent-ink'}`}
    >
      <LineIcon path={DOWN} className="size-4.5" />
      {count > 0 && (
        <Rich
          parts={t.newMessagesCount({ count, words: (words) => <span className="max-[14rem]:sr-only">{words}</span> })}
        />
      )}
    </button>
  );
}
