import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** A code for local use, which no language has. */
export const PSEUDO_LANGUAGE = 'qaa';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = join(ROOT, `languages/${PSEUDO_LANGUAGE}.json`);
/** Begins each piece of a message, and is nowhere else. What finds elements by their words passes over it, and over spaces. */
const MARK = '\u200b';
const SPACES = ' \u00a0\u00a0\u00a0';

/** Makes a language of the English messages, marked and 40 % longer, and builds the app in it. */
export function buildPseudoLanguage(): void {
  const english: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'languages/en.json'), 'utf8'));
  const messages = Object.entries(english).map(([name, message]) => [name, pseudo(name, message)]);
  writeFileSync(FILE, JSON.stringify(Object.fromEntries(messages)));
  execFileSync('node', ['bin/prepare.mjs', 'build'], { cwd: ROOT });
}

/** Also that of a run that was ended. */
export function removePseudoLanguage(): void {
  if (!existsSync(FILE)) return;
  rmSync(FILE, { force: true });
  rmSync(join(ROOT, `dist/web/${PSEUDO_LANGUAGE}`), { recursive: true, force: true });
  execFileSync('node', ['bin/build/languages/write-languages.ts'], { cwd: ROOT });
}

/** They stand inside of other messages. */
const PARTS = /^(mood(Green|Yellow|Purple|Dark)|(date|day|time)[A-Z]\w*|yesterday|aFriend|unnamedFriend)$/;

function pseudo(name: string, message: string): string {
  // Lists are taken apart at their commas, and phones send words alone.
  if (/^(listComma|months|shortMonths|shortWeekdays|weekdaysOfCalendar)$|Words$/.test(name))
    return message.replace(/\p{Lu}/gu, `${MARK}$&`);
  if (PARTS.test(name)) return MARK + message;
  const longer = SPACES.repeat(Math.ceil(message.replace(/<.*?>|\{.*\}/gs, '').length / 10));
  return MARK + message.replaceAll('>', `>${MARK}`) + longer;
}

/** Words on the screen, and those for screen readers, that come from no message. @param own what people have written themselves */
export async function plainWords(page: Page, own: RegExp): Promise<string[]> {
  const all = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const words: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { data, parentElement } = nodes.currentNode as Text;
      if (
        !parentElement!.closest('script, style, noscript, bdi, [lang]:not(html), [dir=auto], [data-bubble], .countries')
      )
        words.push(data);
    }
    return [document.title, ...words, ...attributes];
  });
  return [...new Set(all.filter((words) => !words.includes(MARK) && /\p{L}{2}/u.test(words.replace(own, ''))))];
}
