import { expect, test } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { matchNames } from './match-names.ts';

const person = (firstname: string, lastname = '', mood: Mood = 'Green') =>
  ({ firstname, lastname, mood, email: 'somebody@example.com' }) as ConnectionEntry;
const finds = (text: string, entry: ConnectionEntry) => matchNames({ text, needsSupport: false })!(entry);

test('without a word and without the switch everybody is shown', () => {
  expect(matchNames({ text: ' \t', needsSupport: false })).toBeNull();
});

test.each([
  ['zoe', 'Zoë', 'Müller'],
  ['ZOE MUL', 'Zoë', 'Müller'],
  ['müller zoë', 'Zoe', 'Mueller Muller'],
  ['strasse', 'Ida', 'Straße'],
  ['lodz', 'Ola', 'Łódź'],
  ['soren', 'Søren', 'Æbelø'],
  ['aebelo', 'Søren', 'Æbelø'],
  ['ngo', 'Ngô', 'Đức'],
  ['duc', 'Ngô', 'Đức'],
  ['ισθμος', 'Ισθμός', ''],
  ['محمد', 'مُحَمَّد', ''],
  ['陳', '陳', '大文'],
  ['love', 'Ada', 'Lovelace'],
])('%j finds %s %s', (text, firstname, lastname) => {
  expect(finds(text, person(firstname, lastname))).toBe(true);
});

test.each(['graces', 'ada hopper', 'somebody'])('%j does not find Ada Lovelace', (text) => {
  expect(finds(text, person('Ada', 'Lovelace'))).toBe(false);
});
