import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#web/http.ts';

const RETRIES = 3;

/** What the server refused it will refuse again; only a lost network or a failing server is worth another try. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
      },
    },
  });
}

function mayPass(error: Error): boolean {
  return error instanceof CallError && (error.code === 'offline' || error.status >= 500);
}
