import { expect, test } from 'vitest';
import { UploadMemory } from './upload-memory.ts';

const MB = 1_000_000;

/** Starts an upload that ends when the test says so. */
function start(memory: UploadMemory, network: string, bytes: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const result = memory.use(network, bytes, () => ended);
  return { result, end };
}

test('a network that uploads slowly leaves room for others', async () => {
  const memory = new UploadMemory();
  const slow = start(memory, 'one', 10 * MB);
  await expect(memory.use('one', 1, async () => {})).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 3 });
  await expect(memory.use('other', 10 * MB, async () => 'stored')).resolves.toBe('stored');
  slow.end();
  await slow.result;
  await expect(memory.use('one', 10 * MB, async () => 'stored')).resolves.toBe('stored');
});

test('many networks together use no more than the memory', async () => {
  const memory = new UploadMemory();
  const uploads = ['a', 'b', 'c'].map((network) => start(memory, network, 10 * MB));
  await expect(memory.use('d', 1, async () => {})).rejects.toMatchObject({ code: 'too_many' });
  for (const { end } of uploads) end();
  await Promise.all(uploads.map(({ result }) => result));
  await expect(memory.use('d', 10 * MB, async () => 'stored')).resolves.toBe('stored');
});

test('a failed upload gives its memory back', async () => {
  const memory = new UploadMemory();
  for (let n = 0; n < 10; n++)
    await expect(memory.use('one', 10 * MB, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  await expect(memory.use('one', 10 * MB, async () => 'stored')).resolves.toBe('stored');
});

test('more than 10 MB is too large', async () => {
  await expect(new UploadMemory().use('one', 10 * MB + 1, async () => {})).rejects.toMatchObject({ code: 'too_large' });
});
