/** PostgreSQL's codes for the errors that the server handles: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const SQL_STATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  cannotConnectNow: '57P03',
} as const;

/** Class 22 (data exception) and 23 (constraint violation): the values are wrong, so trying again fails again. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

/** The SQLSTATE of a database error, or the code of Node's error; undefined for any other value. */
export function sqlState(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}
