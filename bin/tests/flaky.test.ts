import { expect, test } from 'vitest';
import { faultsOfList, knownFlaky } from './flaky.ts';

const TODAY = new Date('2026-11-24');
const known = (title: string, date = '2026-11-20') => ({
  file: 'a.journey.ts',
  title,
  reason: 'The font is late.',
  date,
});
const found = (title: string) => ({ file: 'a.journey.ts', title, reason: 'Timed out' });

test('five flaky journeys are allowed, known ones that are found again counted once; a sixth fails the run', () => {
  const list = [known('one'), known('two'), known('three')];
  const five = [found('one'), found('four'), found('five')];
  expect(faultsOfList(list, five, [], TODAY)).toEqual([]);
  expect(faultsOfList(list, [...five, found('six')], [], TODAY)).toEqual([
    '6 journeys are flaky, more than 5: mend some',
  ]);
});

test('one that is known for more than fourteen days, or whose file the change touches, fails the run', () => {
  expect(faultsOfList([known('one', '2026-11-10')], [], [], TODAY)).toEqual([]);
  expect(faultsOfList([known('one', '2026-11-09')], [], [], TODAY)).toEqual([
    'a.journey.ts: one is in tests/flaky.json since 2026-11-09: mend it',
  ]);
  expect(faultsOfList([known('one')], [], ['a.journey.ts'], TODAY)).toHaveLength(1);
});

test('each entry of the list names file, title, reason and date', () => {
  for (const entry of knownFlaky())
    expect(entry).toEqual({
      file: expect.stringMatching(/\.journey\.ts$/),
      title: expect.any(String),
      reason: expect.stringMatching(/\w+ \w+/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
});
