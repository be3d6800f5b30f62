import { ConfigError } from './config.ts';

export function explainStartFailure(error: Error): string {
  if (error instanceof ConfigError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${error.message}. Stop what listens there, or set PORT to another number.`;
  if (code === 'EADDRNOTAVAIL') return `${error.message}. This machine has no such address: see HOST.`;
  const cause = rootOf(error);
  if (isUnreachable(cause)) return `The database cannot be reached: ${cause.message}. See DATABASE_URL.`;
  return cause === error ? error.message : `${error.message}\n${cause.message}`;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function isUnreachable({ code }: NodeJS.ErrnoException): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000'].includes(code ?? '');
}
