import { useApp } from '#web/app-context.tsx';
import { useLiveStatus } from '#web/live/index.ts';

/** Says when the live connection is lost. Always present, so that nothing moves when the text appears. */
export function ConnectionStatus() {
  const { appUser } = useApp();
  const status = useLiveStatus();
  return (
    <p role="status" className="min-w-0 shrink-[99] grow truncate text-right text-ink-soft text-sm">
      {appUser && status === 'lost' && (
        <>
          <span className="animate-breathe">Reconnecting…</span>
          <a href="/help" className="block underline">
            Helplines
          </a>
        </>
      )}
    </p>
  );
}
