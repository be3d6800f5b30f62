import { LineIcon } from '#web/ui/line-icon.tsx';

const DOWN = 'M12 5v14M6 13l6 6 6-6';

/** Says that there are new messages at the bottom of the list, and scrolls there. */
export function NewMessagesButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute inset-x-0 bottom-3 mx-auto flex min-h-11 w-fit animate-rise items-center gap-2 rounded-full bg-accent px-5 font-semibold text-accent-ink shadow-float"
    >
      <LineIcon path={DOWN} className="size-4.5" />
      New messages
    </button>
  );
}
