import {
  defaultRangeExtractor,
  type Range,
  type ReactVirtualizer,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type FocusEvent, type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { scrollerOf, useIsWide } from './list-scroller.ts';

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
  /** Renders a row. */
  children: (entry: Entry) => ReactElement;
}

/** So many rows are ready above and below the window. */
const OVERSCAN = 6;

/** The measured heights of lists that were on the screen, by name: the way back leads to the same place. */
const measured = new Map<string, VirtualItem[]>();

/**
 * A long list of which only the rows near the window are in the document, and the row that has the focus with its neighbours, so
 * that the Tab key finds them. Screen readers hear each row's place among all. The browser's search finds only rows that are there.
 */
export function VirtualList<Entry>(props: VirtualListProps<Entry>) {
  return useIsWide() ? <ListInBox {...props} /> : <ListInWindow {...props} />;
}

function ListInWindow<Entry>(props: VirtualListProps<Entry>) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const scrollMargin = useDistance(list, document.body);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({ ...optionsOf(props, focused), scrollMargin });
  return <Rows {...props} {...{ list, virtualizer, setFocused }} />;
}

function ListInBox<Entry>(props: VirtualListProps<Entry>) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const scrollMargin = useDistance(list, '[data-scrolled]');
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...optionsOf(props, focused),
    scrollMargin,
    getScrollElement: () => list.current && scrollerOf(list.current),
    initialOffset: () => (list.current ? scrollerOf(list.current).scrollTop : 0),
  });
  return <Rows {...props} {...{ list, virtualizer, setFocused }} />;
}

/** @param focused the key of the row that has the focus */
function optionsOf<Entry>({ name, entries, keyOf, heightOf }: VirtualListProps<Entry>, focused: string | null) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const place = focused === null ? -1 : entries.findIndex((entry) => keyOf(entry) === focused);
  return {
    count: entries.length,
    overscan: OVERSCAN,
    getItemKey: (index: number) => keyOf(entries[index]!),
    estimateSize: (index: number) => heightOf(entries[index]!) * rem,
    initialMeasurementsCache: measured.get(name) ?? [],
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range);
      if (place < 0) return near;
      const kept = [place - 1, place, place + 1].filter((index) => index >= 0 && index < entries.length);
      return [...new Set([...near, ...kept])].sort((a, b) => a - b);
    },
  };
}

interface RowsProps<Entry, Scroller extends Element | Window> extends VirtualListProps<Entry> {
  list: RefObject<HTMLUListElement | null>;
  virtualizer: ReactVirtualizer<Scroller, HTMLLIElement>;
  /** Gets the key of the row that has the focus. */
  setFocused: (key: string | null) => void;
}

function Rows<Entry, Scroller extends Element | Window>(props: RowsProps<Entry, Scroller>) {
  const { name, label, entries, keyOf, rowClass, children, list, virtualizer, setFocused } = props;
  useLayoutEffect(
    () => () => {
      measured.set(name, virtualizer.measurementsCache);
    },
    [name, virtualizer],
  );

  function onFocus({ target }: FocusEvent) {
    const row = target.closest<HTMLElement>('[data-index]');
    if (row) setFocused(keyOf(entries[Number(row.dataset.index)]!));
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    // Without another target the window has lost the focus, and gets it back at the same row.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setFocused(null);
  }

  return (
    <ul
      ref={list}
      aria-label={label}
      tabIndex={-1}
      onFocus={onFocus}
      onBlur={onBlur}
      style={{ height: virtualizer.getTotalSize() }}
      className="relative [overflow-anchor:none]"
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          style={{ top: start - virtualizer.options.scrollMargin }}
          className={`absolute inset-x-0 ${rowClass}`}
        >
          {children(entries[index]!)}
        </li>
      ))}
    </ul>
  );
}

/** How far below the start of an element around it a list begins, in px. It follows what is above the list. */
function useDistance(list: RefObject<HTMLElement | null>, from: Element | string): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const outer = typeof from === 'string' ? list.current!.closest(from)! : from;
    const measure = () => setDistance(list.current!.getBoundingClientRect().top - outer.getBoundingClientRect().top);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [list, from]);
  return distance;
}
