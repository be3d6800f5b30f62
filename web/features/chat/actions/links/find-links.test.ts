import { expect, test, vi } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import { findLinks } from './find-links.ts';

const found = (text: string) => findLinks(text).map(({ start, end, url }) => [text.slice(start, end), url]);

test.each<[string, string, string?]>([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['See http://example.com/.', 'http://example.com/', 'http://example.com/'],
  ['(https://en.wikipedia.org/wiki/Moon_(disambiguation)),', 'https://en.wikipedia.org/wiki/Moon_(disambiguation)'],
  ['example.com!', 'example.com', 'http://example.com'],
  ['https://münchen.de/straße', 'https://münchen.de/straße'],
  ['https://例え.jp、', 'https://例え.jp'],
  ['انظر https://example.com/صفحة الآن', 'https://example.com/صفحة'],
  ['write to ada@example.com, please', 'ada@example.com', 'mailto:ada@example.com'],
  ['mailto:ada@example.com', 'mailto:ada@example.com', 'mailto:ada@example.com'],
  ['Call me: +1 (212) 555-3456.', '+1 (212) 555-3456', 'tel:+12125553456'],
  ['+49 30 1234567 or later', '+49 30 1234567', 'tel:+49301234567'],
  ['tel:+1-415-555-0101.', 'tel:+1-415-555-0101', 'tel:+1-415-555-0101'],
])('%s has a link', (text, shown, url?: string) => {
  expect(found(text)).toHaveLength(1);
  expect(found(text)[0]![0]).toBe(shown);
  if (url) expect(found(text)[0]![1]).toBe(url);
});

test.each([
  'no link',
  'ftp://example.com',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//x.y',
  'e.g. this',
  '+1',
  '1+12125553456',
  '+1234567890123456',
  'tel:',
  'https://',
  'https://example.com\u202e/moc.live',
])('%j has none', (text) => {
  expect(found(text)).toEqual([]);
});

test('several links stand where they were typed', () => {
  const text = 'a https://one.example/ b https://two.example/ c';
  expect(found(text).map(([shown]) => shown)).toEqual(['https://one.example/', 'https://two.example/']);
});

test.each(['://', 'http://a.b/--', 'http://a.b/((((', '".@', 'a@a.co ', '[({<"', '+12345 '])(
  'the longest message of %j takes few looks for a character',
  (part) => {
    const text = part.repeat(MESSAGE_MAX_LENGTH / part.length);
    const looks = [vi.spyOn(RegExp.prototype, 'exec'), vi.spyOn(RegExp.prototype, 'test')];
    findLinks(text);
    const count = looks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const look of looks) look.mockRestore();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(2 * MESSAGE_MAX_LENGTH);
  },
);
