import { describe, expect, test } from 'vitest';
import { REAL_NAMES } from '#tests/support/people/real-names.ts';
import { messageOf, type Wording } from './texts.ts';

const link = 'https://moodring.example';
const UID = '0193b2a5-0000-7000-8000-000000000000';

const wording = (cause: Wording['cause'], author: string, recipient = 'Grace'): Wording => ({
  ...{ cause, typed: null, mood: cause === 'mood' ? 'Dark' : null },
  ...{ authorUid: UID, authorName: author, authorFirstname: author, recipientFirstname: recipient, language: 'en' },
});

test('a text about a call of a person who has left links to the app alone (spec §9)', () => {
  const left = { ...wording('mood', 'Ada'), mood: 'Purple' as const, authorUid: null };
  expect(messageOf(left, link)).toBe(
    `Your friend Ada can really use some support right now, because their mood color has changed to purple. Send them a support message ${link}`,
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
