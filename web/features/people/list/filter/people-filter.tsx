import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { whenPersonChanges } from '#web/store.ts';
import { fieldClass } from '#web/ui/field-class.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { LineIcon, TICK } from '#web/ui/line-icon.tsx';
import { type Filter, type Matches, matchNames, NO_FILTER } from './match-names.ts';

/** By the list's name: a list keeps its filter while its person opens chats from it. */
const kept = new Map<string, Filter>();

whenPersonChanges(() => kept.clear());

interface PeopleFilterProps {
  list: string;
  entries: ConnectionEntry[];
  /** Gets what the list shows; null for everybody. */
  onChange: (matches: Matches | null) => void;
}

export function PeopleFilter({ list, entries, onChange }: PeopleFilterProps) {
  const [filter, setFilter] = useState(() => kept.get(list) ?? NO_FILTER);
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { text, needsSupport } = filter;
  const matches = matchNames(filter);
  const change = useEffectEvent(() => {
    // At each change: the list beside a chat takes it over in the same moment.
    kept.set(list, filter);
    onChange(matches);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the filter alone
  useLayoutEffect(() => change(), [filter]);
  useEffect(
    () => () => {
      // A list whose person went elsewhere begins without one: nobody is missed for a word that is forgotten.
      if (!/^\/(cares|circles|chat)\b/.test(location.pathname)) kept.clear();
    },
    [],
  );

  /** What it finds must be in sight, also below the asks of friends and above a phone's keyboard. */
  function bringUp() {
    if (box.current!.getBoundingClientRect().top > innerHeight / 3) box.current!.scrollIntoView();
  }

  function showEverybody() {
    setFilter(NO_FILTER);
    input.current?.focus();
  }

  const needing = entries.filter(({ mood }) => asksForSupport(mood)).length;
  const count = matches ? entries.filter(matches).length : entries.length;
  return (
    <div>
      <search ref={box} className="flex scroll-mt-[calc(var(--header-height)+0.5rem)] flex-wrap gap-2 lg:scroll-mt-2">
        <input
          ref={input}
          type="search"
          dir={text === '' ? undefined : 'auto'}
          aria-label={t.findByName}
          placeholder={t.find}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className={`${fieldClass} min-w-24 grow basis-0 text-ellipsis`}
          value={text}
          onFocus={bringUp}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') setFilter({ ...filter, text: '' });
          }}
        />
        {(needing > 0 || needsSupport) && (
          <button
            type="button"
            aria-pressed={needsSupport}
            className="inline-flex min-h-12 items-center gap-1.5 rounded-full border border-edge px-4 font-medium text-sm transition-colors hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink"
            onClick={() => {
              bringUp();
              setFilter({ ...filter, needsSupport: !needsSupport });
            }}
          >
            {needsSupport && <LineIcon path={TICK} className="size-4" />}
            {t.needsSupport({ count: needing })}
          </button>
        )}
      </search>
      <span role="status" className="sr-only">
        {matches && t.peopleMatch({ count })}
      </span>
      {count === 0 && (
        <div className="flex flex-col items-center gap-4 px-4 py-10 text-center text-ink-soft">
          <p aria-hidden="true">{t.nobodyMatches}</p>
          <Button variant="quiet" onClick={showEverybody}>
            {t.showEverybody}
          </Button>
        </div>
      )}
    </div>
  );
}
