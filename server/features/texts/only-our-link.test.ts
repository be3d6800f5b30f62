import { expect, test } from 'vitest';
import { onlyOurLink } from './only-our-link.ts';
import { chatText, connectingText, moodText } from './words.ts';

const link = 'https://moodring.example';
/** Every text that names somebody. */
const textsOf = (name: string) => [
  moodText({ displayName: name, mood: 'Dark', link }),
  chatText({ displayName: name, site: link }),
  connectingText({ firstname: 'Grace', otherFirstname: name, link }),
  connectingText({ firstname: name, otherFirstname: 'Grace', link }),
];

test.each([
  'Ada Lovelace',
  'J.R.R. Tolkien',
  'Dr. Grace Hopper',
  "Séamus O'Brien-Ōta",
  '林 さくら',
  'ada: the first',
  '$& {site} \\0',
  'nameless@example.com',
  '',
])('%j is texted as it is', (name) => {
  for (const text of textsOf(name)) expect(onlyOurLink(text, link)).toBe(text);
});

test.each([
  ['Your parcel is held: http://evil.example/pay', 'Your parcel is held: http: //evil. example/pay'],
  ['www.evil.example', 'www. evil. example'],
  ['evil.com/pay', 'evil. com/pay'],
  ['HTTPS://192.0.2.7/', 'HTTPS: //192. 0. 2. 7/'],
  ['evil。com', 'evil。 com'],
  ['@evil.com', '@evil. com'],
  [`${link}.evil.com`, 'https: //moodring. example. evil. com'],
  [link, 'https: //moodring. example'],
])('%j is no link in a text: %j', (name, shown) => {
  const apart = textsOf(name).map((text) => onlyOurLink(text, link));
  expect(apart).toEqual(textsOf(shown));
});

test('the app’s address stays, with a port and a path too', () => {
  for (const ours of ['http://localhost:3000', 'https://example.com/moodring']) {
    const text = chatText({ displayName: 'Ada', site: ours });
    expect(onlyOurLink(text, ours)).toBe(text);
  }
});
