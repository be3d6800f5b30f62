import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** An error of the test's own, after which no earlier one comes any more. */
const LAST_ERROR = 'The journey is over.';

/** Somebody at a browser of their own. Whatever goes wrong in that browser unexpectedly is kept, and fails the test. */
export class Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #isFirefox: boolean;
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  static async open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Guest> {
    const context = await browser.newContext({ baseURL: origin, ...options });
    return new Guest(context, await context.newPage(), origin);
  }

  protected constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    // The content security policy reports to the console, too.
    context.on('console', (line) => {
      if (line.type() === 'error') this.#errors.push(`console: ${line.text()} (${line.location().url})`);
    });
    this.#isFirefox = context.browser()?.browserType().name() === 'firefox';
    // Firefox does not tell Playwright its own lines about answers that are errors.
    if (this.#isFirefox) {
      context.on('response', (answer) => {
        if (answer.status() >= 400) this.#errors.push(`console: status of ${answer.status()} (${answer.url()})`);
      });
    }
    context.on('weberror', (error) => {
      const { message, stack } = error.error();
      if (!message.includes(LAST_ERROR)) this.#errors.push(`thrown: ${stack}`);
    });
    context.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) this.#errors.push(`a request to elsewhere: ${request.url()}`);
    });
  }

  /** A line that the browser writes by itself in this journey, for instance about an answer of 401. It has to come. */
  expectError(line: RegExp): void {
    this.#expected.push(line);
  }

  /** A line that may come, or not: it depends on how long the journey takes. */
  allowError(line: RegExp): void {
    this.#allowed.push(line);
  }

  /** Waits for what went wrong already. Firefox tells of errors and violations some time after they happened, in order. */
  async waitForErrors(): Promise<void> {
    if (!this.#isFirefox) return;
    for (const page of this.context.pages()) {
      const last = this.context.waitForEvent('weberror', (error) => error.error().message.includes(LAST_ERROR));
      await Promise.all([last, page.evaluate((message) => reportError(new Error(message)), LAST_ERROR)]);
    }
  }

  /** What went wrong and was not expected, and what was expected and did not come. */
  unexpectedErrors(): string[] {
    const known = [...this.#expected, ...this.#allowed];
    const unexpected = this.#errors.filter((line) => !known.some((pattern) => pattern.test(line)));
    const missing = this.#expected.filter((pattern) => !this.#errors.some((line) => pattern.test(line)));
    return [...unexpected, ...missing.map((pattern) => `expected, but did not come: ${pattern}`)];
  }

  async goesTo(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Fills in a form's fields by their labels, and presses its button. */
  async fillsIn(fields: Record<string, string>, button: string): Promise<void> {
    const main = this.page.getByRole('main');
    for (const [label, text] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(text);
    await main.getByRole('button', { name: button, exact: true }).click();
  }
}
