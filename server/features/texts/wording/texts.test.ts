import { expect, test } from 'vitest';
import { chatText, connectingText, moodText } from './texts.ts';

const link = 'https://moodring.example';

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

test('a name is inserted as it is, also with special characters', () => {
  expect(chatText({ displayName: '$& {site} \\0', site: link })).toBe(
    'Your friend $& {site} \\0 sent you a message on Moodring (https://moodring.example)',
  );
});
