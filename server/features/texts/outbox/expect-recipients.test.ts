import { expect, test, vi } from 'vitest';
import { countPhones } from './expect-recipients.ts';
import { NUMBERS_READ } from './read-in-turns.ts';

const phone = (phoneNumber: string) => ({ phoneNumber, isProven: false });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(4_155_551_000 + n));

test('on a machine that takes a second for each number, each phone counts once, however it is written', async () => {
  let seconds = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 1_000 * ++seconds);
  const twice = numbers(5).flatMap((number) => [phone(`+1${number}`), phone(`1-${number}`)]);
  expect(await countPhones(twice, 'US', undefined)).toBe(5);
  now.mockRestore();
});

test('after thousands of numbers the others count as they are written', async () => {
  const many = numbers(NUMBERS_READ).map((number) => phone(`+1${number}`));
  expect(await countPhones([...many, phone('+1 415 555 1000')], 'US', undefined)).toBe(NUMBERS_READ + 1);
});
