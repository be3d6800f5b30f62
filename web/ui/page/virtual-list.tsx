import {
  defaultRangeExtractor,
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  useVirtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';
import { type FocusEvent, type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { placeOf, useFocusOf } from './list-place.ts';
import { scrollerOf, useIsWide } from './list-scroller.ts';
import { useEndKey } from './use-end-key.ts';
import { useSteadyRows } from './use-steady-rows.ts';

export interface VirtualListProps<Entry> {
  /** The list's name, for the heights that are kept while it is not on the screen. */
  name: string;
  label: string;
  entries: Entry[];
  /** A key of an entry that stays when the order changes. */
  keyOf: (entry: Entry) => string;
  /** About how high an entry's row is, in rem. It counts until the row was on the screen. */
  heightOf: (entry: Entry) => number;
  rowClass: string;
  /** The list in whose place this one comes, with the key of each row as its `data-key`. */
  replaces: RefObject<HTMLUListElement | null>;
  /** Renders a row. */
  children: (entry: Entry) => ReactElement;
}

type Options = VirtualizerOptions<HTMLElement, HTMLLIElement>;

/** So many rows are ready above and below the window. */
const OVERSCAN = 6;

/** The window in place of an element that scrolls. The library has a hook for each; a turned tablet would make all rows anew. */
const IN_WINDOW = {
  getScrollElement: () => window,
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown as Pick<Options, 'getScrollElement'>;

/** The measured heights of rows by the list's name and the row's key, in px: the way back leads to the same place. */
const measured = new Map<string, Map<string, number>>();

/**
 * A long list of which only the rows near the window are in the document, and the row that has the focus with its neighbours, so
 * that the Tab key finds them. Screen readers hear each row's place among all. The browser's search finds only rows that are there.
 */
export function VirtualList<Entry>(props: VirtualListProps<Entry>) {
  const { label, entries, keyOf, rowClass, replaces, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const isInBox = useIsWide();
  const [before] = useState(() => placeOf(replaces.current, isInBox));
  const [focused, setFocused] = useState(before.key);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...optionsOf(props, focused),
    scrollMargin: useDistance(list, isInBox),
    initialOffset: before.offset,
    ...(isInBox ? { getScrollElement: () => list.current && scrollerOf(list.current) } : IN_WINDOW),
  });
  useFocusOf(before, list);
  useSteadyRows(virtualizer, props);
  useEndKey(virtualizer, list, isInBox);

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    // Without another target the window has lost the focus, and gets it back at the same row. So does a dialog that the row opened.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && !relatedTarget.closest('dialog')) setFocused(null);
  }

  return (
    <ul
      ref={list}
      aria-label={label}
      tabIndex={-1}
      onBlur={onBlur}
      style={{ height: virtualizer.getTotalSize() }}
      className="relative"
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          data-key={key}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          onFocus={() => setFocused(keyOf(entries[index]!))}
          style={{ top: start - virtualizer.options.scrollMargin }}
          className={`absolute inset-x-0 ${rowClass}`}
        >
          {children(entries[index]!)}
        </li>
      ))}
    </ul>
  );
}

/** @param focused the key of the row that has the focus */
function optionsOf<Entry>({ name, entries, keyOf, heightOf }: VirtualListProps<Entry>, focused: string | null) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const place = focused === null ? -1 : entries.findIndex((entry) => keyOf(entry) === focused);
  const heights = measured.get(name) ?? new Map<string, number>();
  measured.set(name, heights);
  return {
    count: entries.length,
    overscan: OVERSCAN,
    getItemKey: (index: number) => keyOf(entries[index]!),
    estimateSize: (index: number) => heights.get(keyOf(entries[index]!)) ?? heightOf(entries[index]!) * rem,
    measureElement: (...row: Parameters<typeof measureElement<HTMLLIElement>>) => {
      const height = measureElement(...row);
      heights.set(row[0].dataset.key!, height);
      return height;
    },
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range);
      if (place < 0) return near;
      const kept = [place - 1, place, place + 1].filter((index) => index >= 0 && index < entries.length);
      return [...new Set([...near, ...kept])].sort((a, b) => a - b);
    },
  };
}

/** How far below the start of what scrolls a list begins, in px. It follows what is above the list. */
function useDistance(list: RefObject<HTMLElement | null>, isInBox: boolean): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const outer = isInBox ? list.current!.closest('[data-scrolled]')! : document.body;
    const measure = () => setDistance(list.current!.getBoundingClientRect().top - outer.getBoundingClientRect().top);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [list, isInBox]);
  return distance;
}
