interface ErrorDescription {
  type: string;
  message: string;
  stack: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
  [name: string]: unknown;
}

/** The fields of Node's and PostgreSQL's errors that are safe to log. `detail` and `where` are not: they quote rows. */
const SAFE_FIELDS = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

/** Of a message: it may quote what a caller sent. */
const MOST_CHARACTERS = 1_000;

/** Copies safe fields only: a database error can quote a row with its message, phone number or password hash. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is no Error was thrown', stack: [] };
  const fields = SAFE_FIELDS.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []));
  return {
    type: error.name,
    message: quotesValues(error) ? 'not logged, because it quotes a value' : error.message.slice(0, MOST_CHARACTERS),
    ...Object.fromEntries(fields),
    stack: (error.stack ?? '').split('\n').flatMap((line) => /^ +at (.*)/.exec(line)?.[1] ?? []),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** JSON.parse and PostgreSQL (SQLSTATE class 22) quote the value that they cannot read. */
function quotesValues(error: Error): boolean {
  return error instanceof SyntaxError || /^22...$/.test(String((error as NodeJS.ErrnoException).code));
}
