import type { Locator, Page } from '@playwright/test';
import { percentile } from '#bench/report/percentile.ts';
import { NEWEST } from '#bench/rig/conversations.ts';
import type { Person } from '#bench/rig/people.ts';
import { inTime } from '#bench/rig/with-timeout.ts';

const NOTCH_PX = 200;
/** Of a wheel that is turned fast. */
const FAST_NOTCH_PX = 1_000;
/** A page of older messages is far higher than this, and a message that is measured anew far lower. */
const A_PAGE_PX = 1_000;
/** For so many frames after it came, nothing may move any more. */
const CALM_FRAMES = 20;
/** What is out of place by more is seen. */
const IN_PLACE_PX = 2;

export interface Scrolling {
  /** The 95th percentile of the times from frame to frame. */
  frameMs: number;
  /** From asking for the page of older messages to its being in the list. */
  olderMs: number;
}

/** A conversation on the screen, and what a person does with it. */
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
    const time = await inTime('the newest message on the screen', opened);
    await this.expectAtEnd();
    return time;
  }

  /** Opens a conversation by its address. @returns ms from the address to the newest message on the screen */
  async openByLink(other: Person): Promise<number> {
    const begun = performance.now();
    await this.page.goto(`/chat/${other.uid}`, { waitUntil: 'commit' });
    await this.#log.getByText(NEWEST).waitFor();
    const time = performance.now() - begun;
    await this.expectAtEnd();
    return time;
  }

  /** Turns the wheel up, frame after frame, for so many pixels. A page of older messages has to come meanwhile. */
  async scrollUp(pixels: number): Promise<Scrolling> {
    await this.#log.hover();
    const came = this.#olderCame();
    const frames = await this.#frames(async () => {
      for (let turned = 0; turned < pixels; turned += NOTCH_PX) await this.#turnWheel(NOTCH_PX);
    });
    return { frameMs: percentile(frames, 0.95), olderMs: await inTime('a page of older messages', came) };
  }

  /** Turns the wheel up until so many pages of older messages have come. @returns the frames of each tenth of them */
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
      const scrolled = this.#frames(() => untilCame((tenth * pages) / 10));
      tenths.push(await inTime(`${pages / 10} pages of older messages`, scrolled));
    }
    this.page.off('response', count);
    return tenths;
  }

  /** How many elements the list holds in the document. */
  elements(): Promise<number> {
    return this.#log.locator('*').count();
  }

  /** @throws when what stands on the screen moves while a page of older messages comes in above it */
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
    const watching = await this.#watchUnderTheEye();
    release();
    const moved = watching.evaluate(({ furthest }) => furthest);
    const furthest = await inTime('a page of older messages', moved);
    await this.page.unroute(/before=/);
    if (furthest > IN_PLACE_PX) throw new Error(`What was being read moved by ${furthest} px when older messages came`);
  }

  /** @throws when the end of the list is not on the screen, and kept there */
  async expectAtEnd(): Promise<void> {
    const away = await this.#log.evaluate(async (log, calm) => {
      let furthest = 0;
      for (let left = calm; left > 0; left -= 1) {
        await new Promise(requestAnimationFrame);
        furthest = Math.max(furthest, log.scrollHeight - log.clientHeight - log.scrollTop);
      }
      return furthest;
    }, CALM_FRAMES);
    if (away > IN_PLACE_PX) throw new Error(`The list was ${away} px away from its end`);
  }

  /** Waits until a message that was just sent is on the screen. */
  async sees(content: string): Promise<void> {
    await this.#log.getByText(content).waitFor();
  }

  /** From now on, how far at most the message in the middle moves until a page of older ones has come and all is calm. */
  #watchUnderTheEye() {
    return this.#log.evaluateHandle(
      async (log, { aPage, calm }) => {
        await new Promise(requestAnimationFrame);
        const messages = () => [...log.querySelectorAll('p.wrap-anywhere')];
        const placeOf = (message: Element) => message.getBoundingClientRect().top;
        const middle = placeOf(log) + log.clientHeight / 2;
        const underTheEye = messages().find((message) => placeOf(message) > middle)!;
        const words = underTheEye.textContent;
        const begun = placeOf(underTheEye);
        const height = log.scrollHeight;
        const watch = async () => {
          let furthest = 0;
          for (let left = calm; left > 0; ) {
            await new Promise(requestAnimationFrame);
            const now = messages().find(({ textContent }) => textContent === words);
            furthest = Math.max(furthest, now ? Math.abs(placeOf(now) - begun) : Number.POSITIVE_INFINITY);
            if (log.scrollHeight > height + aPage) left -= 1;
          }
          return furthest;
        };
        return { furthest: watch() };
      },
      { aPage: A_PAGE_PX, calm: CALM_FRAMES },
    );
  }

  /** A notch up, so many pixels, in a frame of its own. */
  async #turnWheel(up: number): Promise<void> {
    await this.page.mouse.wheel(0, -up);
    await this.page.evaluate(() => new Promise(requestAnimationFrame));
  }

  /** The times from frame to frame while something is done, in ms. */
  async #frames(during: () => Promise<void>): Promise<number[]> {
    const recording = await this.page.evaluateHandle(() => {
      const frames: number[] = [];
      let last: number | undefined;
      const record = (now: number) => {
        if (last !== undefined) frames.push(now - last);
        last = now;
        recording.next = requestAnimationFrame(record);
      };
      const recording = { frames, next: requestAnimationFrame(record) };
      return recording;
    });
    await during();
    return recording.evaluate(({ frames, next }) => {
      cancelAnimationFrame(next);
      return frames;
    });
  }

  /** Ms from the next request for older messages to the list with them. */
  #olderCame(): Promise<number> {
    return this.#log.evaluate(async (log, aPage) => {
      const asked = () =>
        performance.getEntriesByType('resource').findLast(({ name }) => name.includes('before='))?.startTime;
      const askedBefore = asked();
      let height = log.scrollHeight;
      let grew = 0;
      // The browser tells of a request some time after it was answered.
      while (grew === 0 || asked() === askedBefore) {
        await new Promise(requestAnimationFrame);
        if (grew === 0 && log.scrollHeight > height + aPage) grew = performance.now();
        height = log.scrollHeight;
      }
      return grew - asked()!;
    }, A_PAGE_PX);
  }
}
