import type { Browser } from '@playwright/test';
import { firefox } from 'playwright-for-firefox';
import { findFirefox } from './find-firefox.ts';

/**
 * Starts the machine's Firefox. It needs an older Playwright than Chromium, because newer ones use commands that the
 * current ESR (153) does not have.
 * @param preferences settings of this Firefox, as in about:config
 * @throws when there is no Firefox
 */
export async function launchFirefox(preferences: Record<string, string | number | boolean> = {}): Promise<Browser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox was found. Install one, or set FIREFOX_PATH to its executable.');
  // Both versions of Playwright have the same API here.
  const browser = (await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: preferences,
  })) as unknown as Browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(insertTextAsTyped);
    return context;
  };
  return browser;
}

/**
 * Runs in the page. Playwright fills in Firefox's fields by setting `value`, which React does not notice in a controlled
 * field and which appends to an existing email. Inserted text replaces the selection, as typing does.
 */
function insertTextAsTyped(): void {
  const insertText = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => {} });
}
