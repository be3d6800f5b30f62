import {
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  useVirtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';
import {
  type FocusEvent,
  Fragment,
  memo,
  type ReactElement,
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeOf, useFocusOf, useHomeAndEndKeys, useSteadyRows, useTurns } from './list-place.ts';
import { scrollerOf, useIsWide } from './list-scroller.ts';

export interface VirtualListProps<Entry> {
  name: string;
  label: string;
  entries: Entry[];
  keyOf: (entry: Entry) => string;
  /** About how high an entry's row is, in rem. It counts until the row was on the screen. */
  heightOf: (entry: Entry) => number;
  rowClass: string;
  /** The list in whose place this one comes, with the key of each row as its `data-key`. */
  replaces: RefObject<HTMLUListElement | null>;
  children: (entry: Entry) => ReactElement;
}

/** At least so many rows are ready above and below the window. */
const OVERSCAN = 4;
/** When one of them is missing, so many come and the others go: a change costs a layout and a paint, of many rows as of one. */
const AHEAD = 12;

/** The window in place of an element that scrolls. The library has a hook for each; a turned tablet would make all rows anew. */
const IN_WINDOW = {
  getScrollElement: () => window,
  observeElementRect: observeWindowRect,
  observeElementOffset: observeOffset,
  scrollToFn: windowScroll,
} as unknown as Pick<VirtualizerOptions<HTMLElement, HTMLLIElement>, 'getScrollElement'>;

/**
 * Reads the place also in the first frame: on the way back the browser scrolls after the list was made. Chromium may send no scroll
 * event when the window is back, before the next frame, where it was in the last one.
 */
function observeOffset(...[virtualizer, changed]: Parameters<typeof observeWindowOffset>) {
  const stop = observeWindowOffset(virtualizer, changed);
  const frame = requestAnimationFrame(() => changed(window.scrollY, false));
  return () => {
    cancelAnimationFrame(frame);
    stop?.();
  };
}

/** What is kept of a list while it is not on the screen: the way back leads to the same place. */
interface Kept {
  /** The measured heights of rows by their keys, in px. */
  heights: Map<string, number>;
  /** Where the element stood that scrolls it, in px; 0 if that was the window. */
  boxOffset: number;
}
const keptByName = new Map<string, Kept>();

function keptOf(name: string): Kept {
  const kept = keptByName.get(name) ?? { heights: new Map(), boxOffset: 0 };
  keptByName.set(name, kept);
  return kept;
}

/**
 * A long list of which only the rows near the window are in the document, and the row that has the focus with its neighbours, so
 * that the Tab key finds them. The rows are in the document's flow, with room for the others between: the browser keeps what is in
 * sight where it is, also while it scrolls smoothly. Screen readers hear each row's place among all. The browser's search finds
 * only rows that are there.
 */
export function VirtualList<Entry>(props: VirtualListProps<Entry>) {
  const { label, entries, keyOf, rowClass, replaces, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const isInBox = useIsWide();
  const kept = keptOf(props.name);
  const [before] = useState(() => placeOf(replaces.current, isInBox, kept.boxOffset));
  const [focused, setFocused] = useState(before.key);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...optionsOf(props, kept, focused, useRef({ begin: 0, end: 0 })),
    // Another function means other keys: all places would be computed anew at each step of the scrolling.
    getItemKey: useCallback((index: number) => keyOf(entries[index]!), [entries, keyOf]),
    scrollMargin: useDistance(list, isInBox),
    initialOffset: before.offset,
    ...(isInBox ? { getScrollElement: () => list.current && scrollerOf(list.current) } : IN_WINDOW),
  });
  // At once: the list beside a chat begins before the last one has gone.
  useLayoutEffect(() => {
    kept.boxOffset = (isInBox && virtualizer.scrollOffset) || 0;
  });
  useFocusOf(before, list);
  useTurns(virtualizer, list, isInBox);
  useSteadyRows(virtualizer, props);
  useHomeAndEndKeys(virtualizer, list, isInBox);

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    // Without another target the window has lost the focus, and gets it back at the same row. So does a dialog that the row opened.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && !relatedTarget.closest('dialog')) setFocused(null);
  }

  const rows = virtualizer.getVirtualItems();
  const start = virtualizer.options.scrollMargin;
  const lastEnd = rows.at(-1)?.end ?? start;
  return (
    <ul ref={list} aria-label={label} tabIndex={-1} onBlur={onBlur} className="relative">
      {rows.map(({ key, index, start: top }, place) => (
        <Fragment key={key}>
          <Room height={top - (rows[place - 1]?.end ?? start)} />
          <Row
            id={String(key)}
            entry={entries[index]!}
            index={index}
            count={entries.length}
            measure={virtualizer.measureElement}
            onFocus={setFocused}
            className={rowClass}
          >
            {children}
          </Row>
        </Fragment>
      ))}
      <Room height={start + virtualizer.getTotalSize() - lastEnd} />
    </ul>
  );
}

interface RowProps<Entry> {
  id: string;
  entry: Entry;
  index: number;
  count: number;
  measure: RefCallback<HTMLLIElement>;
  onFocus: (id: string) => void;
  className: string;
  children: (entry: Entry) => ReactElement;
}

/** Not rendered again while the list scrolls. */
const Row = memo(function Row<Entry>(props: RowProps<Entry>) {
  const { id, entry, index, count, measure, onFocus, className, children } = props;
  return (
    <li
      ref={measure}
      data-index={index}
      data-key={id}
      aria-setsize={count}
      aria-posinset={index + 1}
      onFocus={() => onFocus(id)}
      className={className}
    >
      {children(entry)}
    </li>
  );
}) as <Entry>(props: RowProps<Entry>) => ReactElement;

/** The room of rows that are not in the document. @param height in px */
function Room({ height }: { height: number }) {
  return height > 0 && <li aria-hidden style={{ height }} />;
}

function optionsOf<Entry>(
  { entries, keyOf, heightOf }: VirtualListProps<Entry>,
  { heights }: Kept,
  focused: string | null,
  rendered: RefObject<Rendered>,
) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const place = focused === null ? -1 : entries.findIndex((entry) => keyOf(entry) === focused);
  return {
    count: entries.length,
    estimateSize: (index: number) => heights.get(keyOf(entries[index]!)) ?? heightOf(entries[index]!) * rem,
    measureElement: (...row: Parameters<typeof measureElement<HTMLLIElement>>) => {
      const height = measureElement(...row);
      heights.set(row[0].dataset.key!, height);
      return height;
    },
    rangeExtractor: (range: Range) => {
      rendered.current = renderedFor(range, rendered.current);
      const { begin, end } = rendered.current;
      const near = Array.from({ length: end - begin }, (_, row) => begin + row);
      if (place < 0) return near;
      const kept = [place - 1, place, place + 1].filter((index) => index >= 0 && index < entries.length);
      return [...new Set([...near, ...kept])].sort((a, b) => a - b);
    },
  };
}

interface Rendered {
  begin: number;
  end: number;
}

function renderedFor({ startIndex, endIndex, count }: Range, before: Rendered): Rendered {
  const reach = (rows: number): Rendered => ({
    begin: Math.max(0, startIndex - rows),
    end: Math.min(count, endIndex + 1 + rows),
  });
  const least = reach(OVERSCAN);
  const isEnough = before.begin <= least.begin && before.end >= least.end && before.end <= count;
  return isEnough && before.end - before.begin <= least.end - least.begin + 2 * AHEAD ? before : reach(AHEAD);
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
