import { expect, test, vi } from 'vitest';
import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { byUrgency, friendState, friendWords, laterTimes } from './friend-state.ts';

vi.mock(import('#web/dates/hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ann = { firstname: 'Ann', lastname: 'Berg', mood: 'Dark', lastmessage: 0 } as ConnectionEntry;
const ask = (given: Partial<FriendAsk> = {}) =>
  ({
    ...{
      id: 'ask',
      level: 'Dark',
      calledAt: 0,
      worseAt: null,
      againAt: null,
      help: null,
      note: null,
      helpersWanted: 1,
      onIt: 0,
      names: [],
    },
    ...{ handedOverAt: null, answer: null, answeredAt: null, laterAt: null, hasReached: false, closed: null },
    ...given,
  }) as FriendAsk;
const yes = { answer: 'yes', answeredAt: 10 } as const;

test.each<[string, Partial<FriendAsk>, number, Partial<ConnectionEntry>]>([
  ['asks', {}, 0, {}],
  ['asks', { ...yes, worseAt: 11 }, 20, {}],
  ['asks', { answer: 'no', answeredAt: 10, worseAt: 11 }, 20, {}],
  ['yes', yes, 20, {}],
  ['yes', yes, 2 * HOUR + 9, {}],
  ['reached', yes, 2 * HOUR + 10, {}],
  ['yes', yes, 3 * HOUR, { lastmessage: 11 }],
  ['yes', { ...yes, hasReached: true }, 3 * HOUR, {}],
  ['later', { answer: 'later', answeredAt: 10, laterAt: HOUR }, 20, {}],
  ['due', { answer: 'later', answeredAt: 10, laterAt: HOUR }, HOUR, {}],
  ['no', { answer: 'no', answeredAt: 10 }, 20, {}],
  ['left', { answeredAt: 10 }, 20, {}],
  ['over', { closed: { at: 1, thanked: false } }, 20, {}],
  // The mood alone says it, whether or not the person has closed the ask.
  ['over', yes, 20, { mood: 'Green' }],
])('is %s: %j', (state, given, now, more) => {
  expect(friendState(ask(given), { ...ann, ...more }, now)).toBe(state);
});

const words = (given: Partial<FriendAsk>, now = 5 * MINUTE, friend: ConnectionEntry = ann) =>
  Object.values(friendWords(ask(given), friend, now, friendState(ask(given), friend, now)));

test('before the answer a card has at most fifteen words beside the friend’s own line', () => {
  const helps = [null, 'call', 'message', 'company', 'know'] as const;
  const others = [
    {},
    { handedOverAt: 1 },
    { onIt: 1, names: ['Tomás'] },
    { onIt: 2, names: ['Tomás', 'Sam'] },
    { onIt: 3 },
    { onIt: 1, helpersWanted: 2 },
  ] satisfies Partial<FriendAsk>[];
  for (const level of ['Dark', 'Purple'] as const)
    for (const help of helps)
      for (const other of others)
        for (const ago of [0, 5 * MINUTE, 15 * MINUTE, 3 * HOUR, 20 * HOUR, 50 * HOUR]) {
          const yes = help === 'call' ? 'Call Ann' : other.onIt ? 'Me too' : 'I’ll reach out';
          const card = words({ level, help, ...other, note: 'bad night' }, ago);
          const all = [...card, yes, 'Later', 'Can’t'].join(' ').replace(/“.*”|·/g, '');
          expect(all.split(/\s+/).filter(Boolean).length, all).toBeLessThanOrEqual(15);
        }
});

test('what a card says of each answer', () => {
  expect(words({ note: 'bad night', help: 'message' })).toEqual([
    'Ann is in bad shape',
    '“bad night” · 5 min ago · Message me',
  ]);
  expect(words({ level: 'Purple' }, 10 * MINUTE)).toEqual(['Ann could use some support', 'Open 10 min']);
  expect(words({ handedOverAt: 1 })).toEqual(['Ann is in bad shape', 'A friend had to go.']);
  expect(words({ ...yes, onIt: 1, names: ['Tomás'], help: 'call' })).toEqual([
    'Ann sees you’ll reach out.',
    'Tomás is coming, too · Call me',
  ]);
  expect(words({ answer: 'no', answeredAt: 1 })).toEqual(['All right. Ann won’t see this.']);
  expect(words({ answeredAt: 1 })).toEqual(['Thanks for being there.']);
  const at = new Date(2026, 10, 22, 14).getTime();
  expect(words({ answer: 'later', answeredAt: 1, laterAt: at }, at)).toEqual(['You said about 14:00. Still good?']);
  expect(words({}, 1, { ...ann, mood: 'Yellow' })).toEqual(['Ann is doing better.']);
  expect(words({ closed: { at: 1, thanked: true } })[0]).toBe('Ann is doing better. Thank you for being there.');
});

test('the newest comes first, and closed ones last', () => {
  const shown = (id: string, state: string, calledAt = 0) => ({ ask: ask({ id, calledAt }), state }) as never;
  const all = [
    shown('over', 'over', 9),
    shown('no', 'no', 8),
    shown('yes', 'yes', 1),
    shown('old', 'asks'),
    shown('new', 'asks', 7),
  ];
  expect(all.toSorted(byUrgency).map(({ ask: { id } }: { ask: FriendAsk }) => id)).toEqual([
    'no',
    'new',
    'yes',
    'old',
    'over',
  ]);
});

test('‘Later’ offers an hour, and the evening or the next morning, at most a day ahead', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(2026, 10, 22, hour, 45).getTime();
    const times = laterTimes(now);
    expect(times).toHaveLength(2);
    for (const { time } of times) expect(time > now && time <= now + 24 * HOUR, `${hour}`).toBe(true);
    expect(times[1]!.words).toBe(hour < 5 ? 'In the morning' : hour < 17 ? 'Tonight' : 'Tomorrow');
  }
});
