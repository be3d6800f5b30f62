import type { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { readLimitedBody } from '#server/features/deliveries/index.ts';

const CALL_MAX_BYTES = 64 * 1024;

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
