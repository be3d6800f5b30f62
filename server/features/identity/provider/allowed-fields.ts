import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';

/** What people tell of themselves. Everything else about a person the server sets. */
const OWN = ['name', 'firstname', 'lastname', 'phonenumber'];

const KNOWN: Record<string, readonly string[]> = {
  '/sign-up/email': [...OWN, 'email', 'password'],
  '/sign-in/email': ['email', 'password'],
  '/update-user': OWN,
  '/change-password': ['currentPassword', 'newPassword'],
};

/**
 * Refuses every field that the product does not know, also those that the provider would store (`image`) or obey
 * (`rememberMe`, `callbackURL`): nobody sets what they were not asked for.
 */
export const allowedFields = {
  id: 'moodring-known-fields',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path !== undefined && path in KNOWN,
        handler: createAuthMiddleware(async ({ path, body }) => {
          for (const [field, value] of Object.entries<unknown>(body ?? {})) {
            if (!KNOWN[path]?.includes(field)) throw notAllowed(field);
            if (OWN.includes(field) && typeof value !== 'string') throw notStorable(field);
          }
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

function notAllowed(field: string): APIError {
  const message = `${field.slice(0, 50)} is not allowed to be set`;
  return new APIError('BAD_REQUEST', { ...BASE_ERROR_CODES.FIELD_NOT_ALLOWED, message });
}

function notStorable(field: string): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_FIELD', message: `That ${field} cannot be stored.` });
}
