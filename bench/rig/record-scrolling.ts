import type { Page } from '@playwright/test';

/** Scrolling as a person saw it on the screen. */
export interface Scrolling {
  /** The times from frame to frame on the screen, in ms. */
  frames: number[];
  /** How many of the frames came with parts that were not drawn yet. */
  incomplete: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  /** In µs. */
  ts: number;
  pid: number;
  id2?: { local?: string };
  args: {
    frame_reporter?: { scroll_state: string; state: string; frame_sequence: number; has_missing_content: boolean };
  };
}

const CATEGORIES = ['cc', 'benchmark', 'blink.user_timing'];
const PX_PER_SECOND = 3_000;
const TURN = 'scrolling turns';

/**
 * Scrolls a page down and up at 3,000 px a second, at most `turnPx` in one way, and records what came to the screen. Chromium
 * scrolls beside the page's script, so these frames are not those of the page: `recordFrames` has those.
 * @param distancePx the way in all
 * @throws when the page has nothing to scroll
 */
export async function recordScrolling(page: Page, distancePx: number, turnPx: number): Promise<Scrolling> {
  const end = await page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight);
  if (end <= 0) throw new Error(`${page.url()} has nothing to scroll.`);
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: CATEGORIES });
  for (let left = distancePx, way = -1; left > 0; way = -way) {
    const px = Math.min(left, turnPx, end);
    await session.send('Input.synthesizeScrollGesture', {
      x: Math.round(width / 2),
      y: Math.round(height / 2),
      yDistance: way * px,
      speed: PX_PER_SECOND,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    await page.evaluate((name) => performance.mark(name), TURN);
    left -= px;
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await session.detach();
  return framesIn(traceEvents);
}

/** Each frame has a report, which begins with the frame and ends when it is on the screen. */
function framesIn(events: TraceEvent[]): Scrolling {
  const reports = new Map<string, TraceEvent>();
  const shown = new Map<number, number>();
  const turns: number[] = [];
  let incomplete = 0;
  for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
    if (event.name === TURN) turns.push(event.ts);
    if (event.name !== 'PipelineReporter') continue;
    const id = `${event.pid} ${event.id2?.local}`;
    if (event.ph === 'b') reports.set(id, event);
    const report = event.ph === 'e' ? reports.get(id)?.args.frame_reporter : undefined;
    if (!report || report.scroll_state === 'SCROLL_NONE' || !report.state.startsWith('STATE_PRESENTED')) continue;
    if (shown.has(report.frame_sequence)) continue;
    shown.set(report.frame_sequence, event.ts);
    if (report.has_missing_content) incomplete += 1;
  }
  const times = [...shown.values()];
  if (times.length === 0)
    throw new Error('No frame of the scrolling is in the trace: has Chromium renamed its reports?');
  const frames = times
    .slice(1)
    .map((time, index) => ({ from: times[index]!, to: time }))
    .filter(({ from, to }) => !turns.some((turn) => from < turn && turn <= to))
    .map(({ from, to }) => (to - from) / 1_000);
  return { frames, incomplete };
}
