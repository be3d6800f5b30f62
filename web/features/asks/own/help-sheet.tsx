import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeAsk, OwnAsk } from '#contract/asks.ts';
import { ASK_NOTE_MAX_LENGTH } from '#contract/limits.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { HELP_WORDS, holdWords } from '../ask-words.ts';
import { useAskCall } from '../use-ask-call.ts';
import { useNow } from '../use-now.ts';
import { barLink } from './bar-classes.ts';
import { WhoIAsk } from './who-i-ask.tsx';

/** How long friends are not asked yet while the sheet is open. */
const HOLD_SECONDS = 120;

type Help = keyof typeof HELP_WORDS;

interface HelpSheetProps {
  ask: OwnAsk;
  onClose: () => void;
}

/** What would help, a line for friends, and, before they are asked, whom to ask. */
export function HelpSheet({ ask, onClose }: HelpSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = useNow(1_000);
  const isHeld = now < ask.opensAt;
  const wasHeld = useRef(isHeld);
  const { error, isPending, change } = useAskCall(ask.id);
  const [help, setHelp] = useState<Help | null>(ask.help);
  const [note, setNote] = useState(ask.note ?? '');
  const [chosen, setChosen] = useState<readonly string[] | null>(ask.chosen);
  const hold = useRef(change);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    if (wasHeld.current) void hold.current('POST', '/hold', { seconds: HOLD_SECONDS });
    wasHeld.current = false;
  }, []);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    // The words below the list say why.
    if (isHeld && chosen?.length === 0) return;
    const changed: ChangeAsk = { help, note: note.trim() || null };
    if (isHeld) changed.chosen = chosen && [...chosen];
    if (await change('PATCH', '', changed)) dialog.current?.close();
  }

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="what-helps"
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float backdrop:bg-black/50"
    >
      <form onSubmit={save} noValidate className="space-y-5">
        <div>
          <h2 id="what-helps" className="font-semibold text-2xl">
            What would help?
          </h2>
          <p className="mt-1 text-ink-soft tabular-nums">
            {isHeld ? holdWords(ask, ask.opensAt, now) : 'You can change this until you close it.'}
          </p>
        </div>
        <Kinds help={help} onChange={setHelp} />
        <Field
          label="A line for your friends"
          note="Only friends who sign in read it. It is in no text, and gone when this is over."
          value={note}
          maxLength={ASK_NOTE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {isHeld && <WhoIAsk chosen={chosen} onChange={setChosen} />}
        <FormError>{error}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="grow" aria-disabled={isPending}>
            Save
          </Button>
          <Button variant="quiet" className="grow" onClick={() => dialog.current?.close()}>
            Close
          </Button>
          <a href="/help" className={`${barLink} mx-auto`}>
            Helplines
          </a>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}

function Kinds({ help, onChange }: { help: Help | null; onChange: (help: Help | null) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">What would help</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        {(Object.keys(HELP_WORDS) as Help[]).map((kind) => (
          <label
            key={kind}
            className="wrap-anywhere flex min-h-12 items-center gap-2 rounded-2xl border-2 border-line px-3 py-1 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="help"
              className="size-5 shrink-0 accent-accent"
              checked={help === kind}
              onChange={() => onChange(kind)}
            />
            {HELP_WORDS[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
