import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import type { Helpline } from '#contract/help/helplines.ts';
import { readConfig } from '#server/config.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { wordsOf } from '#server/languages.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { inEnglish } from '#tests/support/wire/in-english.ts';
import { countrySection, NEAREST } from './country-section.ts';
import { OFFLINE_PLACE, renderHelpPage } from './render-help-page.ts';
import { helpRoutes } from './routes.ts';

const t = wordsOf('en');
const LINE: Helpline = { country: 'GB', name: 'Samaritans', call: '116 123', source: 'https://www.samaritans.org/' };
const CHECKED: Helpline = { ...LINE, lastChecked: '2026-11-03', checkedBy: 'Ada Lovelace' };
const COUNTRIES = [
  { country: 'DE', name: 'Germany', emergency: ['112', '110'], helplines: [] },
  { country: 'GB', name: 'United Kingdom', emergency: ['999', '112'], helplines: [LINE] },
];

const folder = temporaryFolder(afterAll);
const built = join(folder, 'en/pages/help.html');
const page = `<title>Help</title>${OFFLINE_PLACE}<div>${NEAREST}</div><div>${COUNTRIES.map((country) => countrySection(t, country)).join('')}</div>`;
await mkdir(dirname(built), { recursive: true });
await writeFile(built, page);

/** /help of an installation. */
function helpOf(settings: { defaultCountry?: 'GB' | 'DE' | 'FR'; helplines?: Helpline[] } = {}, from = folder) {
  const config = { ...readConfig({ AUTH_SECRET: 'x'.repeat(32) }), defaultCountry: 'GB' as const, ...settings };
  return new Hono<ApiEnvironment>().use(inEnglish).route('/', helpRoutes({ config }, from));
}
const textOf = async (settings?: Parameters<typeof helpOf>[0], path = '/help') =>
  (await helpOf(settings).request(path)).text();

describe('an entry', () => {
  test('that no person has checked has no date', () => {
    expect(countrySection(t, COUNTRIES[1]!)).toContain('<small>Their page: <a');
  });

  test('that a person has checked says when and where', () => {
    const section = countrySection(t, { ...COUNTRIES[1]!, helplines: [CHECKED] });
    expect(section).toContain('Checked 3 Nov 2026 at <a href="https://www.samaritans.org/"');
  });

  test('can be called and texted, with the word that the line asks for', () => {
    const line = { ...LINE, call: '+44 116-123', sms: { to: '852 58', words: 'SHOUT & HI' } };
    const section = countrySection(t, { ...COUNTRIES[1]!, helplines: [line] });
    expect(section).toContain('<a class="button" href="tel:+44116123" data-number="+44 116-123">Call +44 116-123</a>');
    expect(section).toContain(
      '<a class="button" href="sms:85258?body=SHOUT%20%26%20HI">Text SHOUT &#38; HI to 852 58</a>',
    );
  });

  test('speaks the language of the page, and shows the number apart from the words around it', () => {
    const callNumber = ({ number }: { number: string | number }) => `${number} anrufen`;
    const german = { ...t, $language: 'de' as const, emergencyServices: 'Notruf', callNumber };
    const section = countrySection(german, { ...COUNTRIES[1]!, helplines: [CHECKED] });
    expect(section).toContain('<span>Notruf</span> <a class="button" href="tel:999" data-number="999">999 anrufen</a>');
    expect(section).toContain('data-number="116 123">116 123 anrufen</a>');
    expect(section).toContain('Checked 3. Nov. 2026 at ');
    expect(renderHelpPage(german, [])).toContain('<html lang="de"');
  });

  test('from an operator’s file cannot add markup', () => {
    const line = { ...LINE, name: '<script>alert("1")</script>', hours: "<img src='x'>" };
    const section = countrySection(t, { ...COUNTRIES[1]!, helplines: [line] });
    expect(section).not.toMatch(/<script|<img/);
    expect(section).toContain('&#60;script&#62;alert(&#34;1&#34;)');
  });
});

test('/help shows the country of this installation first and open, the others closed below', async () => {
  const text = await textOf();
  expect(text.match(/<details id="[^"]*"( open)?>/g)).toEqual([
    '<details id="country-GB" open>',
    '<details id="country-DE">',
  ]);
  expect(text).toContain('href="tel:999"');
  expect((await textOf({ defaultCountry: 'FR' })).match(/<details/g)).toHaveLength(2);
});

test('an operator’s helplines replace ours in their country only, and leave its emergency numbers', async () => {
  const own: Helpline = { country: 'GB', name: 'Our own line', call: '0800 1', source: 'https://lines.example/' };
  const german: Helpline = { ...own, country: 'DE', name: 'Another one' };
  const text = await textOf({ helplines: [own, german] });
  expect(text).not.toContain('Samaritans');
  const [british, rest] = text.split('<details id="country-DE">');
  expect(british).toMatch(/href="tel:999".*Our own line/);
  expect(rest).toMatch(/href="tel:110".*Another one/);
  expect(await textOf({ helplines: [german] })).toContain('Samaritans');
});

test('/offline.html is the same page, and says that messages wait', async () => {
  const [help, offline] = [await textOf(), await textOf({}, '/offline.html')];
  expect(offline).toContain('Your messages wait');
  expect(help).not.toContain('Your messages wait');
  const countries = /<details.*<\/details>/s;
  expect(offline.match(countries)?.[0]).toBe(help.match(countries)?.[0]);
});

test('the page is compressed for clients that accept it, and is checked again each time', async () => {
  const ask = (encoding: string) => helpOf().request('/help', { headers: { 'accept-encoding': encoding } });
  const [plain, brotli, gzipped] = [await ask(''), await ask('gzip, deflate, br'), await ask('gzip')];
  const text = await plain.text();
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(text);
  expect(gunzipSync(Buffer.from(await gzipped.arrayBuffer())).toString()).toBe(text);
  for (const answer of [plain, brotli, gzipped]) {
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')).toBe('accept-encoding, cookie, accept-language');
  }
});

test('a new build is used without a restart, and without a build the next handler answers', async () => {
  const later = join(folder, 'later');
  const file = join(later, 'en/pages/help.html');
  const app = helpOf({}, later);
  expect((await app.request('/help')).status).toBe(404);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, page);
  expect(await (await app.request('/help')).text()).toContain('Samaritans');
  await rm(file);
  await writeFile(file, page.replaceAll('Samaritans', 'Listeners'));
  await expect.poll(async () => (await app.request('/help')).text()).toContain('Listeners');
});
