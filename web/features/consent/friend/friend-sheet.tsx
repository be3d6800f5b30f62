import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName, fullName, telOf } from '#web/features/circle/index.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { MuteAsks } from './mute-asks.tsx';
import { RemoveFriend } from './remove-friend.tsx';
import { ReportFriend } from './report-friend.tsx';
import { useControls } from './use-controls.ts';

const ONWARD = 'M9 6l6 6-6 6';

interface FriendSheetProps {
  entry: ConnectionEntry;
  onClose: () => void;
}

/** What a person does about one friend, in a dialog: write, call, mute, hide. Removing, blocking and reporting are its second page. */
export function FriendSheet({ entry, onClose }: FriendSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [isLeaving, setLeaving] = useState(false);
  const name = <bdi>{isLeaving ? firstName(entry) : fullName(entry)}</bdi>;

  // The browser would focus a button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its heading
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.scrollTo(0, 0);
    dialog.current?.querySelector('h2')?.focus();
  }, [isLeaving]);

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float backdrop:bg-black/50"
    >
      <h2 id={headingId} tabIndex={-1} className="wrap-anywhere font-semibold text-2xl">
        {isLeaving ? <>Remove or report {name}</> : name}
      </h2>
      <p className="wrap-anywhere mt-1 text-ink-soft">
        <bdi>{firstName(entry)}</bdi> is not told any of this.
      </p>
      {isLeaving ? (
        <Parts>
          <RemoveFriend entry={entry} name={firstName(entry)} />
          <ReportFriend uid={entry.uid} name={firstName(entry)} />
        </Parts>
      ) : (
        <Controls entry={entry} onLeave={() => setLeaving(true)} onWrite={() => dialog.current?.close()} />
      )}
      <Button
        variant="quiet"
        className="mt-6 w-full"
        onClick={() => (isLeaving ? setLeaving(false) : dialog.current?.close())}
      >
        {isLeaving ? 'Back' : 'Close'}
      </Button>
    </dialog>,
    document.body,
  );
}

function Parts({ children }: { children: ReactNode }) {
  return <div className="mt-5 space-y-5 *:border-line *:border-t *:pt-5">{children}</div>;
}

interface ControlsProps {
  entry: ConnectionEntry;
  onLeave: () => void;
  onWrite: () => void;
}

function Controls({ entry, onLeave, onWrite }: ControlsProps) {
  const name = firstName(entry);
  const tel = telOf(entry.phonenumber);
  const { controls, error, change } = useControls(entry.uid);
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2 *:grow">
        <Link to={`/chat/${entry.uid}`} className={buttonClass('primary')} onClick={onWrite}>
          Message
        </Link>
        {tel && (
          <a href={tel} className={buttonClass('quiet')}>
            Call
          </a>
        )}
      </div>
      <Parts>
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
        <button
          type="button"
          className="flex min-h-11 w-full items-center justify-between gap-3 text-start font-semibold"
          onClick={onLeave}
        >
          Remove, block or report
          <LineIcon path={ONWARD} className="size-5 shrink-0 text-ink-soft" />
        </button>
      </Parts>
      <FormError>{error}</FormError>
    </>
  );
}
