import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ChangeFriendControls, FriendControls } from '#contract/consent.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { useResource } from '#web/calls/use-resource.ts';
import { useKnownCheckIns } from '#web/features/check-in/index.ts';
import { connectionsKey, firstName, fullName, telOf } from '#web/features/circle/index.ts';
import { queries } from '#web/query-cache.ts';
import { Dialog, sheetClass } from '#web/ui/dialog.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { FORTH, LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { MuteAsks } from './mute-asks.tsx';
import { RemoveFriend } from './remove-friend.tsx';
import { ReportFriend } from './report-friend.tsx';

interface FriendSheetProps {
  entry: ConnectionEntry;
  onClose: () => void;
}

/** What a person does about one friend, in a dialog: write, call, mute, hide. Removing, blocking and reporting are its second page. */
export function FriendSheet({ entry, onClose }: FriendSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [isLeaving, setLeaving] = useState(false);
  const looksIn = useKnownCheckIns().friends.some(({ uid, hasAgreed }) => uid === entry.uid && hasAgreed);

  // The browser would focus a button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its heading
  useEffect(() => {
    dialog.current?.scrollTo(0, 0);
    dialog.current?.querySelector('h2')?.focus();
  }, [isLeaving]);

  return (
    <Dialog ref={dialog} aria-labelledby={headingId} onClose={onClose} className={`${sheetClass} max-w-lg p-6`}>
      <h2 id={headingId} tabIndex={-1} className="wrap-anywhere font-semibold text-2xl">
        {isLeaving ? <Rich parts={t.removeOrReport({ name: firstName(entry), bdi })} /> : bdi(fullName(entry))}
      </h2>
      {isLeaving ? (
        <Parts>
          <RemoveFriend entry={entry} name={firstName(entry)} looksIn={looksIn} />
          <ReportFriend uid={entry.uid} name={firstName(entry)} />
        </Parts>
      ) : (
        <Controls
          entry={entry}
          looksIn={looksIn}
          onLeave={() => setLeaving(true)}
          onClose={() => dialog.current?.close()}
        />
      )}
      <Button
        variant="quiet"
        className="mt-6 w-full"
        onClick={() => (isLeaving ? setLeaving(false) : dialog.current?.close())}
      >
        {isLeaving ? t.back : t.close}
      </Button>
    </Dialog>
  );
}

function Parts({ children }: { children: ReactNode }) {
  return <div className="mt-5 space-y-5 *:border-line *:border-t *:pt-5">{children}</div>;
}

interface ControlsProps {
  entry: ConnectionEntry;
  /** Whether the person has promised to look in when this friend misses a check-in. */
  looksIn: boolean;
  onLeave: () => void;
  onClose: () => void;
}

const row = 'flex min-h-11 w-full items-center justify-between gap-3 text-start font-semibold';

function Controls({ entry, looksIn, onLeave, onClose }: ControlsProps) {
  const name = firstName(entry);
  const tel = telOf(entry.phonenumber);
  const me = useApp().appUser?.uid ?? '';
  const path = `/api/users/${me}/connections/${entry.uid}/controls`;
  const { data: controls, error, change } = useResource<FriendControls, ChangeFriendControls>(path);

  async function hide(hidesMood: boolean) {
    await change({ hidesMood });
    // The lists say from whom the mood is hidden.
    await queries.invalidateQueries({ queryKey: connectionsKey(me) });
  }

  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2 *:grow">
        <Link to={`/chat/${entry.uid}`} className={buttonClass('primary')} onClick={onClose}>
          {t.messageVerb}
        </Link>
        {tel && (
          <a href={tel} className={buttonClass('quiet')}>
            {t.call}
          </a>
        )}
      </div>
      <Parts>
        {controls ? (
          <>
            <MuteAsks name={name} mutedUntil={controls.mutedUntil} onMute={(mute) => change({ mute })} />
            <div>
              <Switch
                label={t.hideMyMoodFrom({ name })}
                note={t.hiddenMoodMeans({ name })}
                isOn={controls.hidesMood}
                onChange={hide}
              />
              <p className="wrap-anywhere mt-1 text-ink-soft">
                <Rich parts={t.isNotTold({ name, bdi })} />
              </p>
            </div>
          </>
        ) : (
          !error && <Skeleton className="h-48" />
        )}
        {looksIn && (
          <Link to="/check-in" className={row} onClick={onClose}>
            {t.checkInOf({ name })}
            <LineIcon path={FORTH} className="size-5 shrink-0 text-ink-soft" />
          </Link>
        )}
        <button type="button" className={row} onClick={onLeave}>
          {t.removeBlockOrReport}
          <LineIcon path={FORTH} className="size-5 shrink-0 text-ink-soft" />
        </button>
      </Parts>
      <FormError>{error}</FormError>
    </>
  );
}
