import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OwnAsk } from '#contract/asks.ts';
import { ASK_NOTE_MAX_LENGTH } from '#contract/limits.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { leftWords, onlyWords, sheetWords } from '../ask-words.ts';
import { useNow } from '../use-now.ts';
import { type Help, HelpKinds } from './help-kinds.tsx';
import { Helplines } from './helplines.tsx';
import { openSheet } from './open-sheet.ts';
import { useHeldSheet } from './use-held-sheet.ts';
import { WhoIAsk } from './who-i-ask.tsx';

interface HelpSheetProps {
  ask: OwnAsk;
  /** Takes the choice back. */
  onUndo: () => void;
}

/** What would help, a line for friends, and, before they are asked, whom to ask. */
export function HelpSheet({ ask, onUndo }: HelpSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = useNow(1_000);
  const isHeld = now < ask.opensAt;
  const [wasHeld] = useState(isHeld);
  const { error, isPending, save, narrow, release } = useHeldSheet(ask);
  const [help, setHelp] = useState<Help | null>(ask.help);
  const [note, setNote] = useState(ask.note ?? '');
  const [chosen, setChosen] = useState<readonly string[] | null>(ask.chosen);
  const { data: entries = [] } = useConnections();
  const names = entries.filter(({ uid }) => ask.chosen?.includes(uid)).map(firstName);
  const isStored = sameFriends(chosen, ask.chosen);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    // The words below the list say why.
    if (isHeld && chosen?.length === 0) return;
    const friends = isHeld && !isStored ? { chosen } : {};
    if (await save({ help, note: note.trim() || null, ...friends })) dialog.current?.close();
  }

  function choose(friends: readonly string[] | null) {
    setChosen(friends);
    if (friends?.length !== 0) narrow(friends);
  }

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="what-helps"
      onClose={() => {
        release();
        openSheet.set(null);
        // The button that opened it may have gone with the hold.
        if (document.activeElement === document.body) focusScreen();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md @container scroll-pb-36 overflow-y-auto rounded-3xl border border-line bg-surface text-ink shadow-float backdrop:bg-black/50"
    >
      <form onSubmit={onSubmit} noValidate className="space-y-5 px-6 pt-6">
        <div>
          <h2 id="what-helps" className="font-semibold text-2xl">
            What would help?
          </h2>
          <p className="mt-1 text-ink-soft tabular-nums">
            {isHeld ? sheetWords(ask.opensAt, now) : 'You can change this at any time.'}
          </p>
        </div>
        <HelpKinds help={help} onChange={setHelp} />
        <Field
          label="A line for your friends"
          note="Only in the app. Deleted when this ends."
          value={note}
          maxLength={ASK_NOTE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isHeld && (
          <div>
            <WhoIAsk chosen={chosen} onChange={choose} />
            <p role="status" className="text-ink-soft">
              {isStored && names.length > 0 && `Saved: ${onlyWords(names)}`}
            </p>
          </div>
        )}
        {wasHeld && !isHeld && (
          <p ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere font-semibold">
            {leftWords(ask.report, ask.chosen && names, isStored)}
          </p>
        )}
        <FormError>{error}</FormError>
        {/* Always in view, but with large text and on low screens it would cover the fields. */}
        <div className="-mx-6 bottom-0 @min-[17rem]:sticky unpinned:static! flex flex-wrap gap-2 border-line border-t bg-surface px-6 py-3">
          <Button type="submit" className="grow px-4!" aria-disabled={isPending}>
            {isHeld ? 'Ask now' : 'Save'}
          </Button>
          {now < ask.textsAt ? (
            <Button
              variant="quiet"
              className="grow px-4!"
              onClick={() => {
                openSheet.set(null);
                onUndo();
              }}
            >
              Undo
            </Button>
          ) : (
            <Button variant="quiet" className="grow px-4!" onClick={() => dialog.current?.close()}>
              Close
            </Button>
          )}
          <Helplines className="mx-auto min-h-11! px-1" />
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

function sameFriends(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((uid) => other.includes(uid));
}
