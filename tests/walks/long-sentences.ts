import type { Page } from '@playwright/test';

const MOST_WORDS = 12;

/** The sentences of a screen that are too long for somebody in a hard time. A person's own line stands in quotes. */
export async function longSentences(page: Page): Promise<string[]> {
  const words = await page.locator('body').innerText();
  return words
    .replace(/“.*?”/gs, '')
    .split(/[.!?·\n]+/)
    .filter((sentence) => sentence.trim().split(/\s+/).length > MOST_WORDS);
}
