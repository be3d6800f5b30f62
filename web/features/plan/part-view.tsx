import type { PlanPart } from '#contract/account/plan.ts';
import * as t from '#language';
import { firstName, fullName, telOf, useConnections } from '#web/features/circle/index.ts';
import { useLocalHelp } from '#web/help/use-local-help.ts';
import { listOf } from '#web/text/words.ts';
import { Face } from '#web/ui/face.tsx';
import { Button, buttonClass, smallButton } from '#web/ui/forms/button.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { setDraft } from './drafts.ts';
import { PART_WORDS } from './part-words.ts';

interface PartViewProps {
  part: PlanPart;
  /** Whether it replaces its form, which had the focus. */
  hasFocus: boolean;
  /** Null where it is only read. */
  onEdit: (() => void) | null;
}

/** Digits that may be a phone number. */
const NUMBERS = /(\+?(?:\(\d+\)|\d)(?:[ .-]{0,2}(?:\(\d+\)|\d)){5,}|\d{3,})/;
/** Those that are a date or a year. */
const DATE = /^(\d{1,2}[. -]{1,2}){2}(19|20)\d\d$|^(19|20)\d\d([.-]\d\d){2}$|^20\d\d$/;

export function PartView({ part: stored, hasFocus, onEdit }: PartViewProps) {
  const { part, words, contacts, readers, changedAt } = stored;
  const { data: entries = [] } = useConnections();
  const of = (uids: readonly string[]) => entries.filter(({ uid }) => uids.includes(uid));
  // A friend from whom the mood is hidden is not asked, and reads nothing.
  const whoReads = of(readers)
    .filter(({ hidesMood }) => !hidesMood)
    .map(firstName);
  const { title, hint } = PART_WORDS[part];
  const isEmpty = words === '' && contacts.length === 0;

  function edit() {
    setDraft(part, { words: words ?? '', contacts, readers: readers.length > 0 ? readers : null, changedAt });
    onEdit?.();
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={part} className="min-w-[min(10rem,100%)] grow basis-0 font-semibold text-xl leading-tight">
          {title}
        </h2>
        {onEdit && (
          <Button
            ref={hasFocus ? focusNextStep : undefined}
            variant="quiet"
            className={`${smallButton} print:hidden`}
            id={`${part}-edit`}
            aria-labelledby={`${part}-edit ${part}`}
            onClick={edit}
          >
            {isEmpty ? t.write : t.change}
          </Button>
        )}
      </div>
      {isEmpty && onEdit && <p className="mt-1 text-ink-soft print:hidden">{hint}</p>}
      {words === null && <p className="mt-1 font-semibold">{t.planCannotBeRead}</p>}
      {words && (
        <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
          {part === 'friends' || part === 'calls' ? <WithCalls words={words} /> : words}
        </p>
      )}
      {contacts.length > 0 && (
        <ul aria-label={title} className="mt-2 space-y-1">
          {of(contacts).map((friend) => (
            <li key={friend.uid} className="flex flex-wrap items-center gap-x-3">
              <Link
                to={`/chat/${friend.uid}`}
                className="flex min-h-11 min-w-[min(9rem,100%)] grow basis-0 items-center gap-3 rounded-2xl font-semibold"
              >
                <Face initials={friend.initials} photo={friend.photo} isSmall />
                <bdi className="wrap-anywhere min-w-0">{fullName(friend)}</bdi>
                <span className="hidden print:inline">{friend.phonenumber}</span>
              </Link>
              {telOf(friend.phonenumber) && (
                <a href={telOf(friend.phonenumber)!} className={`${buttonClass('quiet')} ${smallButton} print:hidden`}>
                  {t.call}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {part === 'calls' && (
        <>
          <Helplines className="mt-2 inline-block py-2 font-semibold text-accent underline underline-offset-4 print:hidden" />
          <LinesOnPaper />
        </>
      )}
      {whoReads.length > 0 && (
        <p className="wrap-anywhere mt-2 print:hidden text-ink-soft text-sm">
          {t.mayReadThis({ names: listOf(whoReads), count: whoReads.length })}
        </p>
      )}
    </>
  );
}

/** The helpline and the emergency number of the person's country. */
function LinesOnPaper() {
  const { line, emergency } = useLocalHelp() ?? {};
  return <p className="mt-2 hidden print:block">{[line?.words, emergency?.words].filter(Boolean).join(' · ')}</p>;
}

/** Words in which a tap on a number calls it. */
function WithCalls({ words }: { words: string }) {
  return words.split(NUMBERS).map((each, at) =>
    at % 2 === 0 || DATE.test(each) ? (
      each
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand in it twice
      <a key={at} href={`tel:${each.replace(/[^\d+]/g, '')}`} className="font-semibold text-accent underline">
        <bdi>{each}</bdi>
      </a>
    ),
  );
}
