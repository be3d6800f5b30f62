import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Helpline } from '#contract/help/helplines.ts';
import type { Words } from '#languages';
import { withCountryFirst, withHelplines } from './country-section.ts';
import { OFFLINE_PLACE } from './render-help-page.ts';

export interface EncodedPage {
  identity: Buffer<ArrayBuffer>;
  br: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
}

export interface HelpSettings {
  defaultCountry: string;
  helplines: readonly Helpline[];
}

const offlineWords = (t: Words) =>
  `<p class="offline" role="status"><strong>${t.youreOffline}</strong> <span>${t.yourMessagesWait}</span> <a href="">${t.tryAgain}</a></p>`;

const encodeBrotli = promisify(brotliCompress);
const encodeGzip = promisify(gzip);

/** Reads /help once for each build. @returns the page with our helplines, or for people offline; null without a build */
export function openHelpPage(file: string, t: Words, settings: HelpSettings) {
  let builtAt: number | undefined;
  let pages: Promise<Record<'help' | 'offline', EncodedPage>> | undefined;
  return async (kind: 'help' | 'offline'): Promise<EncodedPage | null> => {
    const found = await stat(file).catch(() => undefined);
    if (!found) return null;
    if (pages === undefined || found.mtimeMs !== builtAt) {
      builtAt = found.mtimeMs;
      pages = encodePages(file, t, settings);
      pages.catch(() => {
        pages = undefined;
      });
    }
    return (await pages)[kind];
  };
}

async function encodePages(file: string, t: Words, settings: HelpSettings) {
  const page = adapt(await readFile(file, 'utf8'), t, settings);
  const offline = page
    .replace(OFFLINE_PLACE, offlineWords(t))
    .replace(`<title>${t.help}`, `<title>${t.youreOfflineTitle}`);
  return { help: await encode(page), offline: await encode(offline) };
}

function adapt(built: string, t: Words, { defaultCountry, helplines }: HelpSettings): string {
  const own = Map.groupBy(helplines, ({ country }) => country);
  let page = built;
  for (const [country, lines] of own) page = withHelplines(t, page, country, lines);
  return withCountryFirst(page, defaultCountry);
}

async function encode(page: string): Promise<EncodedPage> {
  const identity = Buffer.from(page);
  return { identity, br: await encodeBrotli(identity), gzip: await encodeGzip(identity) };
}
