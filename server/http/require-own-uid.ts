import { ProductError } from '#contract/errors.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

interface OwnCall {
  req: { valid(from: 'param'): { uid: string } };
  var: { person: SignedInPerson };
}

/** The uid in the path. @throws {ProductError} not_found, when it is not the caller's own */
export function requireOwnUid(c: OwnCall): string {
  const { uid } = c.req.valid('param');
  if (uid !== c.var.person.uid) throw new ProductError('not_found');
  return uid;
}
