import type { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { parseJson, readLimitedBody } from '../endpoints/read-limited-body.ts';

/** A text's longest reports fit, even with every character escaped. */
const BODY_MAX_BYTES = 64 * 1024;

/** A call's body exactly as it was sent, for its signature. @throws {ProductError} too_large, invalid */
export async function readBody({ body }: Request): Promise<string> {
  const text = await readLimitedBody(body, BODY_MAX_BYTES).catch(() => {
    throw new ProductError('invalid');
  });
  if (text === undefined) throw new ProductError('too_large');
  return text;
}

/** @throws {ProductError} invalid */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new ProductError('invalid');
  return parsed.data;
}
