import type { Locator, Page } from '@playwright/test';
import { percentile } from '#bench/report/statistics.ts';
import { withTimeout } from '#bench/rig/browser.ts';
import { NEWEST } from '#bench/rig/insert-messages.ts';
import type { Person } from '#bench/rig/people.ts';
import { recordFrames } from '#bench/rig/record-frames.ts';

const NOTCH_PX = 200;
/** A notch of a wheel that turns fast. */
const FAST_NOTCH_PX = 1_000;
/** A page of older messages adds far more height than this; measuring one message again changes far less. */
const PAGE_MIN_PX = 1_000;
/** After a page of older messages, nothing may move during this number of frames. */
const CALM_FRAMES = 20;
/** A larger offset is visible. */
const MAX_OFFSET_PX = 2;

export interface Scrolling {
  /** The 95th percentile of the times from frame to frame. */
  frameMs: number;
  /** From the request for the page of older messages to its messages in the list. */
  olderMs: number;
}

/** The chat screen of one person. */
export class ChatScreen {
  readonly page: Page;
  readonly #log: Locator;

  constructor(page: Page) {
    this.page = page;
    this.#log = page.getByRole('log');
  }

  /** Opens a conversation by its row among the chats. @returns ms from the click to the newest message on the screen */
  async open(other: Person): Promise<number> {
    await this.page.goto('/cares');
    const row = this.page.locator(`main a[href="/chat/${other.uid}"]`);
    await row.waitFor();
    await this.page.waitForLoadState('networkidle');
    const opened = row.evaluate(async (link: HTMLElement, newest) => {
      const begun = performance.now();
      link.click();
      const isShown = () => {
        const log = document.querySelector('[role=log]');
        const message = [...(log?.querySelectorAll('p') ?? [])].find(({ textContent }) => textContent.includes(newest));
        return message && message.getBoundingClientRect().bottom <= log!.getBoundingClientRect().bottom;
      };
      while (!isShown()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    }, NEWEST);
    const time = await withTimeout('the newest message on the screen', opened);
    await this.expectAtEnd();
    return time;
  }

  /** Opens a conversation by its address. @returns ms from the start of the navigation to the newest message on the screen */
  async openByLink(other: Person): Promise<number> {
    await this.page.goto(`/chat/${other.uid}`, { waitUntil: 'commit' });
    const opened = this.page.evaluate(async (newest) => {
      while (!document.querySelector('[role=log]')?.textContent.includes(newest))
        await new Promise(requestAnimationFrame);
      return performance.now();
    }, NEWEST);
    const time = await withTimeout('the newest message on the screen', opened);
    await this.expectAtEnd();
    return time;
  }

  /** Turns the wheel up, a notch each frame. A page of older messages has to arrive meanwhile. */
  async scrollUp(pixels: number): Promise<Scrolling> {
    await this.#log.hover();
    const arrived = this.#timeOlderPage();
    const frames = await recordFrames(this.page, async () => {
      for (let turned = 0; turned < pixels; turned += NOTCH_PX) await this.#turnWheel(NOTCH_PX);
    });
    return { frameMs: percentile(frames, 0.95), olderMs: await withTimeout('a page of older messages', arrived) };
  }

  /** Turns the wheel up until this number of older pages has arrived. @returns the frame times of each tenth of them */
  async scrollFar(pages: number): Promise<number[][]> {
    await this.#log.hover();
    let came = 0;
    const count = (answer: { url(): string }) => {
      if (answer.url().includes('before=')) came += 1;
    };
    this.page.on('response', count);
    const tenths: number[][] = [];
    const untilCame = async (wanted: number) => {
      while (came < wanted) await this.#turnWheel(FAST_NOTCH_PX);
    };
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const scrolled = recordFrames(this.page, () => untilCame((tenth * pages) / 10));
      tenths.push(await withTimeout(`${pages / 10} pages of older messages`, scrolled));
    }
    this.page.off('response', count);
    return tenths;
  }

  /** How many elements the list has in the document. */
  countElements(): Promise<number> {
    return this.#log.locator('*').count();
  }

  /** @throws when the visible messages move while a page of older messages arrives above them */
  async expectOlderKeepsPlace(): Promise<void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route(/before=/, async (route) => {
      await released;
      await route.continue();
    });
    const asked = this.page.waitForRequest(/before=/);
    await this.#log.hover();
    const height = await this.#log.evaluate((log) => log.scrollHeight);
    await this.page.mouse.wheel(0, -height);
    await asked;
    const watching = await this.#watchMiddleMessage();
    release();
    const moved = watching.evaluate(({ furthest }) => furthest);
    const furthest = await withTimeout('a page of older messages', moved);
    await this.page.unroute(/before=/);
    if (furthest > MAX_OFFSET_PX)
      throw new Error(`The messages on the screen moved by ${furthest} px when older messages came`);
  }

  /** @throws when the end of the list does not stay on the screen */
  async expectAtEnd(): Promise<void> {
    const away = await this.#log.evaluate(async (log, calm) => {
      let furthest = 0;
      for (let left = calm; left > 0; left -= 1) {
        await new Promise(requestAnimationFrame);
        furthest = Math.max(furthest, log.scrollHeight - log.clientHeight - log.scrollTop);
      }
      return furthest;
    }, CALM_FRAMES);
    if (away > MAX_OFFSET_PX) throw new Error(`The list was ${away} px away from its end`);
  }

  /** Waits until a message is on the screen. */
  async waitForMessage(content: string): Promise<void> {
    await this.#log.getByText(content).waitFor();
  }

  /** Measures how far the message in the middle moves until a page of older messages has arrived and nothing moves. */
  #watchMiddleMessage() {
    return this.#log.evaluateHandle(
      async (log, { pageMin, calm }) => {
        await new Promise(requestAnimationFrame);
        const messages = () => [...log.querySelectorAll('p.wrap-anywhere')];
        const placeOf = (message: Element) => message.getBoundingClientRect().top;
        const middle = placeOf(log) + log.clientHeight / 2;
        const middleMessage = messages().find((message) => placeOf(message) > middle)!;
        const words = middleMessage.textContent;
        const begun = placeOf(middleMessage);
        const height = log.scrollHeight;
        const watch = async () => {
          let furthest = 0;
          for (let left = calm; left > 0; ) {
            await new Promise(requestAnimationFrame);
            const now = messages().find(({ textContent }) => textContent === words);
            furthest = Math.max(furthest, now ? Math.abs(placeOf(now) - begun) : Number.POSITIVE_INFINITY);
            if (log.scrollHeight > height + pageMin) left -= 1;
          }
          return furthest;
        };
        return { furthest: watch() };
      },
      { pageMin: PAGE_MIN_PX, calm: CALM_FRAMES },
    );
  }

  /** Turns the wheel up by one notch, in a frame of its own. */
  async #turnWheel(up: number): Promise<void> {
    await this.page.mouse.wheel(0, -up);
    await this.page.evaluate(() => new Promise(requestAnimationFrame));
  }

  /** Measures from the next request for older messages until they are in the list, in ms. */
  #timeOlderPage(): Promise<number> {
    return this.#log.evaluate(async (log, pageMin) => {
      const asked = () =>
        performance.getEntriesByType('resource').findLast(({ name }) => name.includes('before='))?.startTime;
      const askedBefore = asked();
      let height = log.scrollHeight;
      let grew = 0;
      // The browser lists a request only some time after its answer.
      while (grew === 0 || asked() === askedBefore) {
        await new Promise(requestAnimationFrame);
        if (grew === 0 && log.scrollHeight > height + pageMin) grew = performance.now();
        height = log.scrollHeight;
      }
      return grew - asked()!;
    }, PAGE_MIN_PX);
  }
}
