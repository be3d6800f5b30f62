import { expect, test } from 'vitest';
import { ownCookies } from './own-cookies.ts';

test.each([
  ['ours, decoded', 'moodring.session_token=a%2Bb; moodring.language=de', { session_token: 'a+b', language: 'de' }],
  ['the first of two with a name', 'moodring.language=de; moodring.language=fr', { language: 'de' }],
  ['none of others', 'theme=dark; xmoodring.language=de', {}],
  ['ours beside one of others that cannot be decoded', 'sale=100%; moodring.language=de', { language: 'de' }],
  ['none that cannot be decoded', 'moodring.session_token=%FFa; moodring.language=de', { language: 'de' }],
  ['none that no browser keeps', `moodring.x=${'/'.repeat(5_000)}; moodring.language=de`, { language: 'de' }],
  ['ours behind thousands of others', `${';'.repeat(9_000)} a=moodring.; moodring.language=de`, { language: 'de' }],
  ['no more than twenty', `${'moodring.x=1; '.repeat(20)}moodring.language=de`, { x: '1' }],
])('reads %s', (_, header, read) => {
  const named = Object.entries(read).map(([name, value]) => [`moodring.${name}`, value]);
  expect({ ...ownCookies(header) }).toEqual(Object.fromEntries(named));
});

test('a secure server’s cookies have a prefix', () => {
  expect({ ...ownCookies('__Host-moodring.session_token=a') }).toEqual({ '__Host-moodring.session_token': 'a' });
});
