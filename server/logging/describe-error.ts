/** What the log tells of an error. */
interface ErrorDescription {
  type: string;
  message: string;
  /** Where it was thrown. */
  stack: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
  [name: string]: unknown;
}

/** Names and codes, from Node and from PostgreSQL. Its `detail` and `where` quote rows and parameters. */
const TELLING = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

/**
 * Builds what the log tells of an error field by field, so that nothing of a person's gets there with it: an error of the
 * database can quote a whole row, with its message, phone number or password hash.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: [] };
  const fields = TELLING.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []));
  return {
    type: error.name,
    message: quotesValues(error) ? 'not logged, because it quotes a value' : error.message,
    ...Object.fromEntries(fields),
    stack: (error.stack ?? '').split('\n').flatMap((line) => /^ +at (.*)/.exec(line)?.[1] ?? []),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** PostgreSQL's class 22 and JSON.parse say which value they cannot read. */
function quotesValues(error: Error): boolean {
  return error instanceof SyntaxError || /^22...$/.test(String((error as NodeJS.ErrnoException).code));
}
