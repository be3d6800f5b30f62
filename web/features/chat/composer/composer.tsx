import { type FormEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { fieldClass } from '#web/ui/field-class.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { LineIcon, SEND } from '#web/ui/line-icon.tsx';
import { queueMessage } from '../sending/outgoing.ts';
import { useLateChatParts } from '../use-late-chat-parts.ts';
import { EMPTY_DRAFT, useDraft } from './drafts.ts';

/** The screen is touched, and there is no mouse, with which a keyboard would come. It changes when one is attached. */
const TOUCH_KEYBOARD = window.matchMedia('(pointer: coarse) and (any-hover: none)');

const TOO_LONG = t.messageIsTooLong({ characters: MESSAGE_MAX_LENGTH });

interface ComposerProps {
  me: string;
  other: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onSend?: (() => void) | undefined;
}

/** Enter sends, Shift+Enter starts a new line; on a touch keyboard Enter starts one, too. Escape takes a reply back. */
export function Composer({ me, other, input, onSend }: ComposerProps) {
  const [draft, setDraft] = useDraft(me, other);
  const refusalId = useId();
  const late = useLateChatParts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => fitToText(input.current!), [draft.text]);

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (draft.text.length > MESSAGE_MAX_LENGTH) return setDraft({ ...draft, refusal: TOO_LONG });
    const areSent = late?.sendPhotos(me, other, draft.text, draft.quote) ?? null;
    if (areSent === false || (areSent === null && isBlank(draft.text))) return;
    if (areSent === null) queueMessage(me, other, draft.text, { quote: draft.quote });
    setDraft(EMPTY_DRAFT);
    onSend?.();
  }

  const cancelReply = () => setDraft({ ...draft, quote: undefined });

  function onKeyDown(event: KeyboardEvent) {
    // While a character is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.quote) return cancelReply();
    if (event.key !== 'Enter' || event.shiftKey) return;
    // A touch keyboard has no Shift+Enter. It has no Ctrl or Command either, so these send everywhere.
    if (TOUCH_KEYBOARD.matches && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      ref={late?.keepInSight}
      data-opens-here
      onSubmit={send}
      className="shrink-0 border-line border-t px-[12px] py-3 snug:py-1.5"
    >
      {draft.quote && late && <late.ReplyLine me={me} quote={draft.quote} onCancel={cancelReply} />}
      <div className="flex flex-wrap items-end gap-x-[6px]">
        {late ? (
          <>
            <late.TypeAnywhere input={input} />
            <late.PhotoPicker me={me} other={other} input={input} />
          </>
        ) : (
          <span className="-ms-1.5 w-[min(2.5rem,44px)]" />
        )}
        <textarea
          ref={input}
          rows={1}
          dir={draft.text === '' ? undefined : 'auto'}
          aria-label={t.yourMessage}
          aria-describedby={refusalId}
          placeholder={t.typeYourMessage}
          enterKeyHint={TOUCH_KEYBOARD.matches ? 'enter' : 'send'}
          value={draft.text}
          onChange={(event) => setDraft({ ...EMPTY_DRAFT, quote: draft.quote, text: event.target.value })}
          onKeyDown={onKeyDown}
          className={`${fieldClass} max-h-[min(10rem,40dvh)] min-w-0 grow basis-0 resize-none rounded-3xl max-[21rem]:field-sizing-content max-sm:px-[14px] placeholder:truncate max-[14rem]:placeholder:text-sm max-[21rem]:supports-[field-sizing:content]:placeholder:whitespace-normal`}
        />
        {/* The focus stays in the input; otherwise a phone would close its keyboard. */}
        <Button
          type="submit"
          className="shrink-0 max-[21rem]:px-[12px] px-4 sm:px-5"
          onPointerDown={(event) => event.preventDefault()}
        >
          <LineIcon path={SEND} className="hidden size-4.5 max-[21rem]:block sm:block" />
          <span className="max-[21rem]:sr-only">{t.send}</span>
        </Button>
      </div>
      <div id={refusalId} role="status">
        {draft.refusal && <p className="px-4 pt-2 text-danger text-sm">{draft.refusal}</p>}
      </div>
    </form>
  );
}

/** An empty input is not measured: that would force a second layout while a chat opens. */
function fitToText(input: HTMLTextAreaElement): void {
  const { style } = input;
  const row = input.parentElement!;
  if (input.value === '') {
    style.height = 'auto';
    return;
  }
  // While the input is measured, the messages must not get its room: their list would scroll, and leave its end.
  row.style.minHeight = `${row.offsetHeight}px`;
  style.height = 'auto';
  style.height = `${input.scrollHeight + 2}px`;
  row.style.minHeight = '';
}
