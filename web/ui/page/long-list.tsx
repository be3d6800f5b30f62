import { type ReactElement, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { scrollerOf, useIsWide } from './list-scroller.ts';
import { useHeldRows } from './use-held-rows.ts';

interface LongListProps<Entry> {
  name: string;
  label: string;
  entries: Entry[];
  keyOf: (entry: Entry) => string;
  /** About how high an entry's row is, in rem. It counts until the row comes near the window. */
  heightOf: (entry: Entry) => number;
  rowClass: string;
  children: (entry: Entry) => ReactElement;
}

/** In a list with more rows than this, a part of them comes into the document when it is near the window, and stays. */
const MANY = 50;
const PART = 10;
/** They fill a screen. */
const FIRST_PARTS = [0, 1, 2];
const NEAR = '1000px';

/** The parts that were near the window, by the list's name: the way back leads to the same place. */
const seen: Record<string, ReadonlySet<number>> = {};

/**
 * A list of any length. The rows are in the document's flow, with room for those that are not there yet: the browser keeps what is in
 * sight where it is. Screen readers hear each row's place among all. The browser's search finds only rows that are there.
 */
export function LongList<Entry>({ name, label, entries, keyOf, heightOf, rowClass, children }: LongListProps<Entry>) {
  const list = useRef<HTMLUListElement>(null);
  const isInBox = useIsWide();
  const [shown, setShown] = useState(() => seen[name] ?? new Set(FIRST_PARTS));
  const parts = Array.from({ length: Math.ceil(entries.length / PART) }, (_, part) => part);
  useHeldRows(list, entries, isInBox);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it observes the rooms that there are
  useEffect(() => {
    seen[name] = shown;
    const scroller = isInBox ? scrollerOf(list.current!) : document.documentElement;
    const show = (near: number[]) => setShown((before) => new Set([...before, ...near]));
    const observer = new IntersectionObserver(
      (rooms) => {
        const near = rooms.filter(({ isIntersecting }) => isIntersecting);
        if (near.length > 0) show(near.map(({ target }) => Number((target as HTMLElement).dataset.part)));
      },
      { root: isInBox ? scroller : null, rootMargin: NEAR },
    );
    for (const room of list.current!.querySelectorAll('[data-part]')) observer.observe(room);
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (!['Home', 'End'].includes(event.key) || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey)
        return;
      if (target.closest('input, textarea, select, dialog') || (isInBox && !scroller.contains(target))) return;
      event.preventDefault();
      // The browser would go to where the end was: rows turn out higher than estimated.
      flushSync(() => show(parts.slice(-2)));
      scroller.scrollTop = event.key === 'End' ? scroller.scrollHeight : 0;
    };
    if (entries.length > MANY) document.addEventListener('keydown', onKeyDown);
    return () => {
      observer.disconnect();
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [name, shown, parts.length, isInBox]);

  return (
    <ul ref={list} aria-label={label} tabIndex={-1}>
      {parts.flatMap((part) => {
        const rows = entries.slice(part * PART, (part + 1) * PART);
        if (entries.length > MANY && !shown.has(part)) {
          const height = rows.reduce((sum, entry) => sum + heightOf(entry), 0);
          return <li key={part} aria-hidden="true" data-part={part} style={{ height: `${height}rem` }} />;
        }
        return rows.map((entry, row) => (
          <li
            key={keyOf(entry)}
            aria-setsize={entries.length}
            aria-posinset={part * PART + row + 1}
            className={rowClass}
          >
            {children(entry)}
          </li>
        ));
      })}
    </ul>
  );
}
