import type { Browser } from '@playwright/test';
import { firefox } from 'playwright-for-firefox';
import { findFirefox } from './find-firefox.ts';

/**
 * Starts the Firefox of this machine. A newer Playwright asks for commands that the ESR of today (153) does not have, so
 * Firefox is driven by an older one than Chromium.
 * @throws when there is none
 */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox was found. Install one, or set FIREFOX_PATH to its executable.');
  // The two versions of Playwright call the same things by the same names.
  const browser = (await firefox.launch({ channel: 'moz-firefox', executablePath })) as unknown as Browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(insertTextAsTyped);
    return context;
  };
  return browser;
}

/**
 * Playwright fills in a field of Firefox by setting its `value`, which React does not notice in a controlled field, and
 * which appends to an email that is there. Runs in the page: the text replaces the selection as typed text does.
 */
function insertTextAsTyped(): void {
  const insertText = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => {} });
}
