import { BASE_ERROR_CODES } from 'better-auth';
import { APIError } from 'better-auth/api';
import { NAME_MAX_LENGTH, PHONE_NUMBER_MAX_LENGTH } from '#contract/sizes.ts';
import { en } from '#languages';
import {
  before,
  CHANGE_PASSWORD,
  SIGN_IN,
  SIGN_IN_BY_PASSKEY,
  SIGN_UP,
  START_OIDC,
  UPDATE_USER,
} from './allowed-calls.ts';
import { fieldCannotBeStored, refusal } from './refusals.ts';

const MAX_DEPTH = 4;
/** Names and values of one level. Strangers may call, and thousands take milliseconds. */
const MOST_PARTS = 200;

/** Every call: refuses bodies that the database cannot store. */
export const validateBody = before('validate-body', 'all', async ({ body }) => refuseUnstorableBody(body));

/** Refuses NULs, half surrogate pairs and deep nesting. Level by level, because recursion would overflow the stack. */
function refuseUnstorableBody(body: unknown): void {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.length > MOST_PARTS || level.some(isUnstorable))
      throw refusal('BAD_REQUEST', 'INVALID_FIELD');
    level = level.flatMap(partsOf);
  }
}

function isUnstorable(part: unknown): boolean {
  return typeof part === 'string' && (part.includes('\0') || !part.isWellFormed());
}

function partsOf(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part;
  const names = Object.keys(part);
  // Too many names are refused without their values.
  return names.length > MOST_PARTS ? names : [...names, ...Object.values(part)];
}

const PROFILE_FIELDS = ['name', 'firstname', 'lastname', 'phonenumber'];

const FIELDS: Record<string, readonly string[]> = {
  [SIGN_UP]: [...PROFILE_FIELDS, 'email', 'password', 'inviteCode'],
  [SIGN_IN]: ['email', 'password'],
  [UPDATE_USER]: [...PROFILE_FIELDS, 'password'],
  [CHANGE_PASSWORD]: ['currentPassword', 'newPassword'],
  [SIGN_IN_BY_PASSKEY]: ['response'],
  [START_OIDC]: ['inviteCode'],
};

/** Refuses other fields: the provider would store some (`image`) and obey others (`rememberMe`, `callbackURL`). */
export const allowedFields = before('allowed-fields', Object.keys(FIELDS), async ({ path, body }) => {
  for (const [field, value] of Object.entries<unknown>(body ?? {})) {
    if (!FIELDS[path]?.includes(field)) throw fieldNotAllowed(field);
    if (PROFILE_FIELDS.includes(field) && typeof value !== 'string') throw fieldNotStorable(field);
    // Before a sign-up counts, and before the email is looked up.
    if (PROFILE_FIELDS.includes(field)) refuseTooLong({ [field]: value });
  }
});

function fieldNotAllowed(field: string): APIError {
  const message = `${field.slice(0, 50)} is not allowed to be set`;
  return new APIError('BAD_REQUEST', { ...BASE_ERROR_CODES.FIELD_NOT_ALLOWED, message });
}

function fieldNotStorable(field: string): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_FIELD', field, message: fieldCannotBeStored(field)(en) });
}

const MAX_LENGTH: Record<string, number> = {
  firstname: NAME_MAX_LENGTH,
  lastname: NAME_MAX_LENGTH,
  phonenumber: PHONE_NUMBER_MAX_LENGTH,
};

/** The forms have no rules of their own (spec §5): this only refuses values that are too long for a list. */
export function refuseTooLong(user: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(user)) {
    const maxLength = MAX_LENGTH[field] ?? 3 * NAME_MAX_LENGTH;
    if (typeof value === 'string' && value.length > maxLength) throw fieldNotStorable(field);
  }
}
