import { type SubmitEvent, useRef, useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { ASK_NOTE_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { firstName, telOf, useConnections } from '#web/features/circle/index.ts';
import { createStore } from '#web/store.ts';
import { listOf } from '#web/text/words.ts';
import { Dialog, sheetClass } from '#web/ui/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Helplines } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { HELP_WORDS, leftWords, sheetWords } from '../ask-words.ts';
import { useNow } from '../server-clock.ts';
import { smallLink } from '../small-button.ts';
import { useHeldSheet } from './use-held-sheet.ts';
import { WhoIAsk } from './who-i-ask.tsx';

/** The id of the own ask whose sheet 'What would help?' is open. The bar and the card open it, and it outlives both. */
export const openSheet = createStore<string | null>(null, { isPersonal: true });

interface HelpSheetProps {
  ask: OwnAsk;
  onUndo: () => void;
}

export function HelpSheet({ ask, onUndo }: HelpSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = useNow(1_000);
  const isHeld = now < ask.opensAt;
  const [wasHeld] = useState(isHeld);
  const { error, isPending, save, narrow, release } = useHeldSheet(ask);
  const [help, setHelp] = useState<Help | null>(ask.help);
  const [note, setNote] = useState(ask.note ?? '');
  const [helpersWanted, setHelpersWanted] = useState(ask.helpersWanted);
  const [chosen, setChosen] = useState<readonly string[] | null>(ask.chosen);
  const { data: entries = [] } = useConnections();
  const names = entries.filter(({ uid }) => ask.chosen?.includes(uid)).map(firstName);
  const isStored = sameFriends(chosen, ask.chosen);

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    // The words below the list say why.
    if (isHeld && chosen?.length === 0) return;
    const friends = isHeld && !isStored ? { chosen } : {};
    if (await save({ help, note: note.trim() || null, helpersWanted, ...friends })) dialog.current?.close();
  }

  function choose(friends: readonly string[] | null) {
    setChosen(friends);
    if (friends?.length !== 0) narrow(friends);
  }

  return (
    <Dialog
      ref={dialog}
      aria-labelledby="what-helps"
      onClose={() => {
        release();
        openSheet.set(null);
      }}
      className={`${sheetClass} @container max-w-md scroll-pb-36`}
    >
      <form onSubmit={onSubmit} noValidate className="space-y-5 px-[min(1.5rem,6vw)] pt-6">
        <div>
          <h2 id="what-helps" className="font-semibold text-2xl">
            {t.whatWouldHelp}
          </h2>
          <p className="mt-1 text-ink-soft tabular-nums">
            {isHeld ? sheetWords(ask.opensAt, now) : t.youCanChangeThis}
          </p>
        </div>
        <HelpKinds help={help} onChange={setHelp} />
        <Field
          label={t.aLineForYourFriends}
          note={t.onlyInTheApp}
          value={note}
          maxLength={ASK_NOTE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {ask.report.asked > 1 && (
          <Choice
            legend={t.howManyShouldReachOut}
            options={[
              ['1', t.oneFriend],
              ['2', t.twoFriends],
            ]}
            value={`${helpersWanted}`}
            onChange={(value) => setHelpersWanted(value === '1' ? 1 : 2)}
          />
        )}
        {isHeld && entries.length > 1 && (
          <div>
            <WhoIAsk chosen={chosen} onChange={choose} />
            <p role="status" className="text-ink-soft">
              {isStored && names.length > 0 && t.savedOnlyTheseAreAsked({ names: listOf(names), count: names.length })}
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
        <div className="-mx-[min(1.5rem,6vw)] bottom-0 @min-[17rem]:sticky unpinned:static! flex flex-wrap gap-2 border-line border-t bg-surface px-[min(1.5rem,6vw)] py-3">
          <Button type="submit" className="grow px-4!" aria-disabled={isPending}>
            {isHeld ? t.askNow : t.save}
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
              {t.undo}
            </Button>
          ) : (
            <Button variant="quiet" className="grow px-4!" onClick={() => dialog.current?.close()}>
              {t.close}
            </Button>
          )}
          <Helplines className={`${smallLink} mx-auto min-h-11! px-1`} />
        </div>
      </form>
    </Dialog>
  );
}

function sameFriends(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((uid) => other.includes(uid));
}

type Help = keyof typeof HELP_WORDS;

interface HelpKindsProps {
  help: Help | null;
  onChange: (help: Help | null) => void;
}

/** What would help: one of four, or none. Buttons and no radio buttons, because those cannot be unset. */
function HelpKinds({ help, onChange }: HelpKindsProps) {
  const canBeCalled = telOf(useApp().appUser?.phonenumber ?? '') !== null;
  const kinds = (Object.keys(HELP_WORDS) as Help[]).filter((kind) => kind !== 'call' || canBeCalled);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t.whatWouldHelpLegend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={help === kind}
            className="group wrap-anywhere flex min-h-12 items-center gap-2 rounded-2xl border-2 border-line px-[min(0.75rem,3vw)] py-1 text-start aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onChange(help === kind ? null : kind)}
          >
            <span
              aria-hidden="true"
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-edge text-sm group-aria-pressed:border-accent group-aria-pressed:bg-accent group-aria-pressed:text-accent-ink"
            >
              {help === kind && '✓'}
            </span>
            {HELP_WORDS[kind]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
