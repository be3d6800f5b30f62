import type { z } from 'zod';
import { ProductError } from '#contract/errors.ts';

const CALL_MAX_BYTES = 64 * 1024;

/** @returns undefined when it has more than `maxBytes` @throws {TypeError} when it is not UTF-8 */
export async function readLimitedBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A call's body exactly as it was sent, for its signature. @throws {ProductError} too_large, invalid */
export async function readBody({ body }: Request, maxBytes = CALL_MAX_BYTES): Promise<string> {
  const text = await readLimitedBody(body, maxBytes).catch(() => {
    throw new ProductError('invalid');
  });
  if (text === undefined) throw new ProductError('too_large');
  return text;
}

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws {ProductError} invalid */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new ProductError('invalid');
  return parsed.data;
}
