import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName, fullName } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { MuteAsks } from './mute-asks.tsx';
import { RemoveFriend } from './remove-friend.tsx';
import { ReportFriend } from './report-friend.tsx';
import { useControls } from './use-controls.ts';

interface FriendSheetProps {
  entry: ConnectionEntry;
  onClose: () => void;
}

/** What a person decides about one friend, in a dialog: mute, hide, remove, block, report. The friend is told nothing of it. */
export function FriendSheet({ entry, onClose }: FriendSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const name = firstName(entry);
  const { controls, error, change } = useControls(entry.uid);

  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    // The browser would focus 'Remove', as long as the controls above it are loading.
    dialog.current?.querySelector('h2')?.focus();
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float backdrop:bg-black/50"
    >
      <h2 id={headingId} tabIndex={-1} className="wrap-anywhere font-semibold text-2xl">
        <bdi>{fullName(entry)}</bdi>
      </h2>
      <p className="wrap-anywhere mt-1 text-ink-soft">
        Between you and Moodring. <bdi>{name}</bdi> is not told any of this.
      </p>
      <div className="mt-5 space-y-5 *:border-line *:border-t *:pt-5">
        {controls ? (
          <>
            <MuteAsks name={name} mutedUntil={controls.mutedUntil} onMute={(mute) => change({ mute })} />
            <Switch
              label={`Hide my mood from ${name}`}
              note={`${name} goes on seeing your last Green or Yellow, and is not asked when you need support.`}
              isOn={controls.hidesMood}
              onChange={(hidesMood) => change({ hidesMood })}
            />
          </>
        ) : (
          !error && <Skeleton className="h-48" />
        )}
        <RemoveFriend entry={entry} name={name} />
        <ReportFriend uid={entry.uid} name={name} />
      </div>
      <FormError>{error}</FormError>
      <Button variant="quiet" className="mt-6 w-full" onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </dialog>,
    document.body,
  );
}
