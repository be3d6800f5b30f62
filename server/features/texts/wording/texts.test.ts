import { describe, expect, test } from 'vitest';
import { REAL_NAMES } from '#tests/support/people/real-names.ts';
import { chatText, connectingText, moodText, type Wording, wordsOf } from './texts.ts';

const link = 'https://moodring.example';
const UID = '0193b2a5-0000-7000-8000-000000000000';

test("the texts are the specification's, letter by letter (spec §9)", () => {
  expect(moodText({ displayName: 'Ada Lovelace', mood: 'Dark', link })).toBe(
    'Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message https://moodring.example',
  );
  expect(moodText({ displayName: 'Ada Lovelace', mood: 'Purple', link })).toBe(
    'Your friend Ada Lovelace can really use some support right now, because their mood color has changed to purple. Send them a support message https://moodring.example',
  );
  expect(chatText({ displayName: 'Ada Lovelace', site: link })).toBe(
    'Your friend Ada Lovelace sent you a message on Moodring (https://moodring.example)',
  );
  expect(connectingText({ firstname: 'Grace', otherFirstname: 'Ada', link })).toBe(
    'Grace, your new connection Ada just sent you a message on Moodring https://moodring.example',
  );
});

const wording = (cause: Wording['cause'], author: string, recipient = 'Grace'): Wording => ({
  ...{ cause, typed: null, mood: cause === 'mood' ? 'Dark' : null },
  ...{ authorUid: UID, authorName: author, authorFirstname: author, recipientFirstname: recipient },
});

describe('the words of a text', () => {
  /** Every text that contains a name. */
  const textsOf = (name: string) => [
    moodText({ displayName: name, mood: 'Dark', link: `${link}/chat/${UID}` }),
    chatText({ displayName: name, site: link }),
    connectingText({ firstname: 'Grace', otherFirstname: name, link }),
    connectingText({ firstname: name, otherFirstname: 'Grace', link }),
  ];
  const wordsWith = (name: string) => [
    wordsOf(wording('mood', name), link),
    wordsOf(wording('message', name), link),
    wordsOf(wording('connection', name), link),
    wordsOf(wording('connection', 'Grace', name), link),
  ];

  test.each([...REAL_NAMES, '', '$& {site} \\0'])('show the name %j unchanged', (name) => {
    expect(wordsWith(name)).toEqual(textsOf(name));
  });

  test.each([
    ['Your parcel is held: http://evil.example/pay', 'Your parcel is held: http: / /evil.examp'],
    ['URGENT: your bank locked your card, call +1 (900) 555-1234', 'URGENT: your bank locked your card, call'],
    ['evil.com/pay', 'evil. com/pay'],
    ['me@evil.com', ''],
    ['tel:911\u2028now', 'tel: 91 now'],
    [`${link}.evil.com`, 'https: / /moodring.example.evil. com'],
    [link, 'https: / /moodring.example'],
    [`X sent you a message on Moodring (${link}) or`, 'X sent you a message on Moodring (https:'],
    ['X, your new connection evil.com', 'X, your new connection evil. com'],
  ])('show no link and no message in the name %j: %j', (name, shown) => {
    expect(wordsWith(name)).toEqual(textsOf(shown));
  });
});

test('texts of people without a name, whose email stands in for it, speak of a friend', () => {
  const words = (['mood', 'message', 'connection', 'again', 'slip', 'closing'] as const).map((cause) =>
    wordsOf(wording(cause, 'ada@example.com', 'grace@example.com'), link),
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
