import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { REACTIONS } from '#contract/chat/reactions.ts';
import { DELETE_FOR_BOTH_HOURS, QUOTE_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { Dialog } from '#web/ui/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { LineIcon, REPLY } from '#web/ui/line-icon.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { drafts } from '../composer/drafts.ts';
import type { TimelineItem } from '../messages/timeline.ts';
import { placeBeside } from './place-beside.ts';
import { useActions } from './use-actions.ts';

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1';
const BIN = 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13';

interface ActionSheetProps {
  me: string;
  uid: string;
  other: string;
  item: TimelineItem;
  /** The message's, which is marked while its menu is open. */
  bubble: HTMLElement;
  onClose: () => void;
}

export function ActionSheet({ me, uid, other, item, bubble, onClose }: ActionSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the press began outside the menu: one that began in it and ends outside does not close it. */
  const beganOutside = useRef(false);
  const [confirming, setConfirming] = useState<'me' | 'both' | null>(null);
  const own = item.reactions?.find((reaction) => reaction.uid === me)?.emoji;
  const canDeleteForBoth = item.isMine && !item.deleted && isRecent(item.timestamp);
  const close = () => dialog.current?.close();
  const actions = useActions(me, uid, item.id, close);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question has another height
  useLayoutEffect(() => placeBeside(dialog.current!, bubble, item.isMine), [bubble, item.isMine, confirming]);
  useEffect(() => {
    bubble.dataset.marked = '';
    return () => {
      delete bubble.dataset.marked;
    };
  }, [bubble]);
  useEffect(() => {
    // The focused button is gone.
    if (confirming) dialog.current?.querySelector('h2')?.focus();
  }, [confirming]);

  function reply() {
    const sender = item.isMine ? me : uid;
    const content = [...item.content].slice(0, QUOTE_MAX_LENGTH).join('');
    drafts.write(me, uid, { ...drafts.read(me, uid), quote: { id: item.id, sender, content } });
    close();
    document.querySelector<HTMLElement>('textarea')?.focus();
  }

  return (
    <Dialog
      ref={dialog}
      aria-label={confirming ? undefined : t.thisMessage}
      aria-labelledby={confirming ? 'delete-question' : undefined}
      onClose={onClose}
      onKeyDown={moveByArrows}
      onPointerDown={(event) => {
        beganOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => beganOutside.current && event.target === event.currentTarget && close()}
      className="m-0 w-[calc(100vw-1.5rem)] max-w-80 rounded-3xl border border-line bg-surface text-ink shadow-float backdrop:bg-black/30"
    >
      <div className="space-y-1 p-3">
        {confirming ? (
          <>
            <h2 id="delete-question" tabIndex={-1} className="px-2 pt-1 font-semibold text-xl">
              {confirming === 'me' ? t.deleteForMeQuestion : t.deleteForBothQuestion}
            </h2>
            <p className="px-2 pb-2 text-ink-soft">
              <Rich
                parts={
                  confirming === 'me' ? t.stillSeesIt({ name: other, bdi }) : t.removedForBoth({ name: other, bdi })
                }
              />
            </p>
            <Button
              variant="danger"
              className="w-full"
              aria-disabled={actions.isPending}
              onClick={() => actions.remove(confirming)}
            >
              {confirming === 'me' ? t.deleteForMe : t.deleteForBoth}
            </Button>
            <Button variant="quiet" className="w-full" onClick={close}>
              {t.keepIt}
            </Button>
          </>
        ) : (
          <>
            {!item.deleted && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
              <div role="group" aria-label={t.react} className="flex flex-wrap justify-between pb-1">
                {Object.entries(REACTIONS).map(([emoji, name]) => (
                  <button
                    key={emoji}
                    type="button"
                    aria-label={name}
                    aria-pressed={own === emoji}
                    aria-disabled={actions.isPending}
                    onClick={() => actions.react(own === emoji ? null : emoji)}
                    className="size-[min(2.75rem,48px)] rounded-full font-emoji text-[min(1.5rem,30px)] hover:bg-raised aria-pressed:bg-accent-soft aria-pressed:ring-2 aria-pressed:ring-accent"
                  >
                    {emoji}
                  </button>
                ))}
              </div>
            )}
            {item.content !== '' && <Action icon={COPY} label={t.copy} onClick={() => actions.copy(item.content)} />}
            {!item.deleted && <Action icon={REPLY} label={t.reply} onClick={reply} />}
            <Action icon={BIN} label={t.deleteForMe} onClick={() => setConfirming('me')} />
            {canDeleteForBoth && <Action icon={BIN} label={t.deleteForBoth} onClick={() => setConfirming('both')} />}
          </>
        )}
        <FormError>{actions.error}</FormError>
      </div>
    </Dialog>
  );
}

function Action({ icon, label, onClick }: { icon: string; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-[44px] w-full items-center gap-3 rounded-2xl px-3 text-start hover:bg-raised"
    >
      <LineIcon path={icon} />
      {label}
    </button>
  );
}

/** By this browser's clock; the server's decides. */
function isRecent(timestamp: number): boolean {
  return Date.now() - timestamp < DELETE_FOR_BOTH_HOURS * 3_600_000;
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const right = document.dir === 'rtl' ? -1 : 1;
  const step = { ArrowDown: 1, ArrowRight: right, ArrowUp: -1, ArrowLeft: -right }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const place = buttons.indexOf(document.activeElement as HTMLElement);
  buttons.at((place + step + buttons.length) % buttons.length)?.focus();
}
