import { describe, expect, test } from 'vitest';
import { REAL_NAMES } from '#tests/support/people/real-names.ts';
import { messageOf, type Wording } from './texts.ts';

const link = 'https://moodring.example';
const UID = '0193b2a5-0000-7000-8000-000000000000';

const wording = (cause: Wording['cause'], author: string, recipient = 'Grace'): Wording => ({
  ...{ cause, typed: null, mood: cause === 'mood' ? 'Dark' : null },
  ...{ authorUid: UID, authorName: author, authorFirstname: author, recipientFirstname: recipient, language: 'en' },
});

test("the texts are the specification's, letter by letter (spec §9)", () => {
  const ada = (cause: Wording['cause'], change: Partial<Wording> = {}) =>
    messageOf({ ...wording(cause, 'Ada Lovelace'), authorFirstname: 'Ada', ...change }, link);
  expect(ada('mood')).toBe(
    `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message https://moodring.example/chat/${UID}`,
  );
  expect(ada('mood', { mood: 'Purple', authorUid: null })).toBe(
    'Your friend Ada Lovelace can really use some support right now, because their mood color has changed to purple. Send them a support message https://moodring.example',
  );
  expect(ada('message')).toBe('Your friend Ada Lovelace sent you a message on Moodring (https://moodring.example)');
  expect(ada('connection')).toBe(
    'Grace, your new connection Ada just sent you a message on Moodring https://moodring.example',
  );
});

describe('the words of a text', () => {
  /** The specification's texts around a name; without one some words go with it. */
  const textsOf = (name: string) => [
    `Your friend${name && ` ${name}`} can really use some support right now, because their mood color has changed to dark. Send them a support message ${link}/chat/${UID}`,
    `Your friend${name && ` ${name}`} sent you a message on Moodring (${link})`,
    `Grace, your new connection${name && ` ${name}`} just sent you a message on Moodring ${link}`,
    `${name || 'Hello'}, your new connection Grace just sent you a message on Moodring ${link}`,
  ];
  const wordsWith = (name: string) => [
    messageOf(wording('mood', name), link),
    messageOf(wording('message', name), link),
    messageOf(wording('connection', name), link),
    messageOf(wording('connection', 'Grace', name), link),
  ];

  test.each([...REAL_NAMES, '', '$& {site} \\0'])('show the name %j unchanged', (name) => {
    expect(wordsWith(name)).toEqual(textsOf(name));
  });

  test.each([
    ['Your parcel is held: http://evil.example/pay', 'Your parcel is held: http: / /evil.examp'],
    ['me@evil.com', ''],
    ['grace.hopper+moods@example.co.uk', ''],
    [link, 'https: / /moodring.example'],
    [`X sent you a message on Moodring (${link}) or`, 'X sent you a message on Moodring (https:'],
  ])('show no link and no message in the name %j: %j', (name, shown) => {
    expect(wordsWith(name)).toEqual(textsOf(shown));
  });
});

test('texts of people without a name, whose email stands in for it, speak of a friend', () => {
  const words = (['mood', 'message', 'connection', 'again', 'slip', 'closing'] as const).map((cause) =>
    messageOf(wording(cause, 'ada@example.com', 'grace@example.com'), link),
  );
  expect(words).toEqual([
    expect.stringMatching(/^Your friend can really use some support/),
    expect.stringMatching(/^Your friend sent you a message on Moodring/),
    expect.stringMatching(/^Hello, your new connection just sent you a message on Moodring/),
    expect.stringMatching(/^Still hoping to reach a friend: A friend could use some support/),
    expect.stringMatching(/^A friend picked that mood by mistake/),
    expect.stringMatching(/^A friend is doing better/),
  ]);
});
