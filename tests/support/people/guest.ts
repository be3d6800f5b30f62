import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type BrowserOptions, openContext } from '../browser/open-context.ts';

/** The message of an error that the test throws last. Errors arrive in order, so none is missing after it. */
const LAST_ERROR = 'The journey is over.';

/** A person with a browser of their own. Unexpected errors in that browser fail the test. */
export class Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #isFirefox: boolean;
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  static async open(browser: Browser, origin: string, options: BrowserOptions): Promise<Guest> {
    const context = await openContext(browser, origin, options);
    return new Guest(context, await context.newPage(), origin);
  }

  protected constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    // Violations of the content security policy are console errors too.
    context.on('console', (line) => {
      if (line.type() === 'error') this.#errors.push(`console: ${line.text()} (${line.location().url})`);
    });
    this.#isFirefox = context.browser()?.browserType().name() === 'firefox';
    // Playwright does not get Firefox's console lines about failed requests, so they are added here.
    if (this.#isFirefox) {
      context.on('response', (answer) => {
        if (answer.status() >= 400) this.#errors.push(`console: status of ${answer.status()} (${answer.url()})`);
      });
    }
    context.on('weberror', (error) => {
      const { message, stack } = error.error();
      // Firefox reports a socket that a reload has closed as an error of the page.
      if (!message.includes(LAST_ERROR) && !/interrupted while the page was loading/.test(message))
        this.#errors.push(`thrown: ${stack}`);
    });
    context.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) this.#errors.push(`a request to another site: ${request.url()}`);
    });
  }

  /** Expects an error in this journey, for instance an answer of 401. Without it the test fails. */
  expectError(line: RegExp): void {
    this.#expected.push(line);
  }

  /** Allows an error that depends on timing. */
  allowError(line: RegExp): void {
    this.#allowed.push(line);
  }

  /** Waits for all earlier errors. Firefox reports errors and violations late, but in order. */
  async waitForErrors(): Promise<void> {
    if (!this.#isFirefox) return;
    for (const page of this.context.pages()) {
      const last = this.context.waitForEvent('weberror', (error) => error.error().message.includes(LAST_ERROR));
      await Promise.all([last, page.evaluate((message) => reportError(new Error(message)), LAST_ERROR)]);
    }
  }

  /** Unexpected errors, and expected errors that did not come. */
  unexpectedErrors(): string[] {
    const known = [...this.#expected, ...this.#allowed];
    const unexpected = this.#errors.filter((line) => !known.some((pattern) => pattern.test(line)));
    const missing = this.#expected.filter((pattern) => !this.#errors.some((line) => pattern.test(line)));
    return [...unexpected, ...missing.map((pattern) => `expected, but did not come: ${pattern}`)];
  }

  async goesTo(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Changes something, and waits until it is stored: a switch shows it before. */
  async stores(act: () => Promise<void>): Promise<void> {
    const answer = this.page.waitForResponse((each) => each.request().method() === 'PATCH');
    await act();
    expect((await answer).ok()).toBe(true);
  }

  /** Goes to a screen by its link in the footer. */
  async goesBy(label: string): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('link', { name: label }).click();
  }

  /** Searches for people on /connect. */
  async searches(words: string): Promise<void> {
    await this.page.getByPlaceholder('Search by first or last name.').fill(words);
    await this.page.getByRole('button', { name: 'Search', exact: true }).click();
  }

  /** Fills in a form's fields by their labels, and presses its button. */
  async fillsIn(fields: Record<string, string>, button: string): Promise<void> {
    const main = this.page.getByRole('main');
    for (const [label, text] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(text);
    await main.getByRole('button', { name: button, exact: true }).click();
  }
}
