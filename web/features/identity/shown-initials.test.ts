import { expect, test } from 'vitest';
import { shownInitials } from '#web/app-context.tsx';

test.each([
  ['AL', 'grace@example.com', 'AL'],
  ['A', 'grace@example.com', 'A'],
  ['👩L', 'grace@example.com', '👩L'],
])('initials of a name (%s) are shown unchanged', (initials, email, shown) => {
  expect(shownInitials({ initials, email })).toBe(shown);
});

test.each([
  ['grace@example.com', 'G'],
  ['ada.lovelace@example.com', 'AL'],
  ['ada-lovelace+moods@example.com', 'AL'],
  ['_grace_@example.com', 'G'],
  ['😀.𝒢race@example.com', '😀𝒢'],
  ['@', ''],
])('without a name the email gives the initials: %s gives %s', (email, shown) => {
  expect(shownInitials({ initials: '', email })).toBe(shown);
  expect(shownInitials({ initials: '\u200b\u00a0', email })).toBe(shown);
});
