import { expect, test } from 'vitest';
import { changePlanPartSchema } from './account/plan.ts';
import { changeSettingsSchema } from './account.ts';
import { changeAskSchema, closeAskSchema } from './asks.ts';

const ADA = '018f0000-0000-7000-8000-0000000000ad';
const PART = { part: 'signs', words: '' };

test.each([
  ['asksThese', changeSettingsSchema, {}],
  ['chosen', changeAskSchema, {}],
  ['thank', closeAskSchema, { tell: false }],
  ['contacts', changePlanPartSchema, PART],
  ['readers', changePlanPartSchema, PART],
])('thousands of wrong uids in `%s` are one issue', (name, schema, others) => {
  const check = (list: unknown) => schema.safeParse({ ...others, [name]: list });
  for (const wrong of [Array(1_000).fill(0), [...Array(1_000).fill(ADA), 0, 0], Array(6_000).fill(ADA), 'x'])
    expect(check(wrong).error?.issues).toMatchObject([{ path: [name], message: expect.stringContaining('UUIDs') }]);
  expect(check([ADA.toUpperCase(), ADA]).data).toMatchObject({ [name]: [ADA, ADA] });
  expect(check(undefined).success).toBe(true);
});
