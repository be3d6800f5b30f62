import { expect, test } from 'vitest';
import { REAL_NAMES } from '#tests/support/people/real-names.ts';
import { sanitizeText } from './sanitize-text.ts';
import { chatText, connectingText, moodText } from './texts.ts';

const link = 'https://moodring.example';
/** Every text that contains a name. */
const textsOf = (name: string, link: string) => [
  moodText({ displayName: name, mood: 'Dark', link }),
  moodText({ displayName: name, mood: 'Purple', link }),
  chatText({ displayName: name, site: link }),
  connectingText({ firstname: 'Grace', otherFirstname: name, link }),
  connectingText({ firstname: name, otherFirstname: 'Grace', link }),
];

test.each([...REAL_NAMES, ''])('%j is sent unchanged', (name) => {
  for (const text of textsOf(name, link)) expect(sanitizeText(text, link)).toBe(text);
});

test.each([
  ['Your parcel is held: http://evil.example/pay', 'Your parcel is held: http: / /evil.examp'],
  ['URGENT: your bank locked your card, call +1 (900) 555-1234', 'URGENT: your bank locked your card, call'],
  ['evil.com/pay', 'evil. com/pay'],
  ['me@evil.com', 'me'],
  ['tel:911\u2028now', 'tel: 91 now'],
  [`${link}.evil.com`, 'https: / /moodring.example.evil. com'],
  [link, 'https: / /moodring.example'],
  [`X sent you a message on Moodring (${link}) or`, 'X sent you a message on Moodring (https:'],
  ['X, your new connection evil.com', 'X, your new connection evil. com'],
])('%j cannot make a link or a message of its own: %j', (name, shown) => {
  const apart = textsOf(name, link).map((text) => sanitizeText(text, link));
  expect(apart).toEqual(textsOf(shown, link));
});

test('the app’s address stays, also with a port or a path', () => {
  for (const ours of ['http://localhost:3000', 'https://example.com/moodring']) {
    for (const text of textsOf('Ada', ours)) expect(sanitizeText(text, ours)).toBe(text);
  }
});

test('a text of an older version has no link but the app’s either', () => {
  const text = 'evil.com (call +1 900 555 1234) and St.John wrote to you';
  expect(sanitizeText(`${text} ${link}`, link)).toBe(`evil. com (call +1 9  ) and St.John wrote to you ${link}`);
  expect(sanitizeText(`${text} (${link})`, link)).toBe(`evil. com (call +1 9  ) and St.John wrote to you (${link})`);
  expect(sanitizeText(`${text} https://other.com`, link)).toBe(
    'evil. com (call +1 9  ) and St.John wrote to you https: / /other. com',
  );
});
