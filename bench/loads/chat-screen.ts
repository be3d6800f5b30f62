import type { Locator, Page } from '@playwright/test';
import { percentile } from '#bench/report/statistics.ts';
import { recordFrames, withTimeout } from '#bench/rig/browser.ts';
import type { Person } from '#bench/rig/people.ts';

/** The content of the newest message of each conversation, and of no other. */
const NEWEST = 'Message 0.';
const NOTCH_PX = 200;
/** A notch of a wheel that turns fast. */
const FAST_NOTCH_PX = 1_000;
/** A page of older messages adds far more height than this; measuring one message again changes far less. */
const PAGE_MIN_PX = 1_000;

/** The chat screen of one person. */
export class ChatScreen {
  readonly #page: Page;
  readonly #log: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#log = page.getByRole('log');
  }

  /** Opens a conversation by its row among the chats. @returns ms from the click to the newest message on the screen */
  async open(other: Person): Promise<number> {
    await this.#page.goto('/cares');
    const row = this.#page.locator(`main a[href="/chat/${other.uid}"]`);
    await row.waitFor();
    await this.#page.waitForLoadState('networkidle');
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
    return withTimeout('the newest message on the screen', opened);
  }

  /**
   * Turns the wheel up, a notch each frame. A page of older messages has to arrive meanwhile.
   * @returns the 95th percentile of the frames, and the time from the request for older messages to those in the list, together in ms
   */
  async scrollUp(pixels: number): Promise<number> {
    await this.#log.hover();
    const arrived = this.#timeOlderPage();
    const frames = await recordFrames(this.#page, async () => {
      for (let turned = 0; turned < pixels; turned += NOTCH_PX) await this.#turnWheel(NOTCH_PX);
    });
    return percentile(frames, 0.95) + (await withTimeout('a page of older messages', arrived));
  }

  /** Turns the wheel up until this number of older pages has arrived. @returns the frame times of each tenth of them */
  async scrollFar(pages: number): Promise<number[][]> {
    await this.#log.hover();
    let came = 0;
    const count = (answer: { url(): string }) => {
      if (answer.url().includes('before=')) came += 1;
    };
    this.#page.on('response', count);
    const tenths: number[][] = [];
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const scrolled = recordFrames(this.#page, async () => {
        while (came < (tenth * pages) / 10) await this.#turnWheel(FAST_NOTCH_PX);
      });
      tenths.push(await withTimeout(`${pages / 10} pages of older messages`, scrolled));
    }
    this.#page.off('response', count);
    return tenths;
  }

  /** How many elements the list has in the document. */
  countElements(): Promise<number> {
    return this.#log.locator('*').count();
  }

  /** Turns the wheel up by one notch, in a frame of its own. */
  async #turnWheel(up: number): Promise<void> {
    await this.#page.mouse.wheel(0, -up);
    await this.#page.evaluate(() => new Promise(requestAnimationFrame));
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
