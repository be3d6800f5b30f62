import { expect, test } from 'vitest';
import { createUploadMemory } from './memory-limit.ts';
import { readUpload } from './read-upload.ts';

const ends: (() => void)[] = [];
/** A body that stands still just before its end. */
const slowBody = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(9_900_000));
      ends.push(() => controller.close());
    },
  });
const REFUSAL = { code: 'too_many', retryAfterSeconds: 3 };

test('three slow uploads keep out no smaller one: the first gives way, and is told to try again', async () => {
  const memory = createUploadMemory();
  const slow = ['one', 'two', 'three'].map((network) => readUpload(slowBody(), memory, [network]));
  const smaller = await readUpload(new Response(new Uint8Array(2_000_000)).body, memory, ['home']);
  expect(smaller.bytes).toHaveLength(2_000_000);
  await expect(slow[0]).rejects.toMatchObject(REFUSAL);
  for (const end of ends.slice(1)) end();
  expect((await Promise.all(slow.slice(1))).map(({ bytes }) => bytes.length)).toEqual([9_900_000, 9_900_000]);
});
