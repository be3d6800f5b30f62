import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** A code for local use, which no language has. */
export const PSEUDO_LANGUAGE = 'qaa';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = join(ROOT, `languages/${PSEUDO_LANGUAGE}.json`);
/** MARK begins each piece of a message, END ends a message. They are nowhere else. What finds elements by their words passes over them. */
const MARK = '\u200b';
const END = '\u00ad';
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
  if (/^(listComma|sentenceSpace|months|shortMonths|shortWeekdays|weekdaysOfCalendar)$|Words$/.test(name))
    return message.replace(/\p{Lu}/gu, `${MARK}$&`);
  if (PARTS.test(name)) return MARK + message + END;
  const longer = SPACES.repeat(Math.ceil(message.replace(/<.*?>|\{.*\}/gs, '').length / 10) || 1);
  return MARK + message.replaceAll('>', `>${MARK}`) + longer + END;
}

/** Words on the screen, and those for screen readers, that come from no message. @param own what people have written themselves */
export async function plainWords(page: Page, own: RegExp): Promise<string[]> {
  const all = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const words: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { data, parentElement } = nodes.currentNode as Text;
      // What people or helplines have written, but for our words in it.
      const isOwn = parentElement!.closest('[lang]:not(html), [dir=auto], [data-bubble], .countries');
      const isOurs = parentElement!.matches('[data-bubble] :is(.sr-only, .sr-only *, i), .countries .button');
      if (!parentElement!.closest('script, style, noscript') && (isOurs || !isOwn)) words.push(data);
    }
    return [document.title, ...words, ...attributes];
  });
  return [
    ...new Set(all.filter((words) => outsideOfMessages(words).some((part) => /\p{L}{2}/u.test(part.replace(own, ''))))),
  ];
}

/** Messages may stand in messages, and a part of one may have no END. */
function outsideOfMessages(words: string): string[] {
  let depth = 0;
  return words.split(new RegExp(`(${MARK}|${END})`)).filter((part) => {
    if (part === MARK) depth += 1;
    else if (part === END) depth = Math.max(0, depth - 1);
    else return depth === 0;
    return false;
  });
}
