import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** Somebody at a browser of their own. Whatever goes wrong in that browser unexpectedly is kept, and fails the test. */
export class Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #trouble: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  static async arrive(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Guest> {
    const context = await browser.newContext({ baseURL: origin, ...options });
    return new Guest(context, await context.newPage(), origin);
  }

  protected constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    // The content security policy reports to the console, too.
    context.on('console', (line) => {
      if (line.type() === 'error') this.#trouble.push(`console: ${line.text()} (${line.location().url})`);
    });
    context.on('weberror', (error) => this.#trouble.push(`thrown: ${error.error().stack}`));
    context.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) this.#trouble.push(`a request to elsewhere: ${request.url()}`);
    });
  }

  /** A line that the browser writes by itself in this journey, for instance about an answer of 401. It has to come. */
  expectTrouble(line: RegExp): void {
    this.#expected.push(line);
  }

  /** A line that may come, or not: it depends on how long the journey takes. */
  allowTrouble(line: RegExp): void {
    this.#allowed.push(line);
  }

  /** What went wrong and was not expected, and what was expected and did not come. */
  trouble(): string[] {
    const known = [...this.#expected, ...this.#allowed];
    const unexpected = this.#trouble.filter((line) => !known.some((pattern) => pattern.test(line)));
    const missing = this.#expected.filter((pattern) => !this.#trouble.some((line) => pattern.test(line)));
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
