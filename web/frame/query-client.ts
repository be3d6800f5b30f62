import { type MutationCache, QueryClient } from '@tanstack/react-query';
import { CallError } from '#web/http.ts';

const RETRIES = 3;

/** The app's own calls change things: no screen loads what the library has for that (vite.config.ts). */
const NO_MUTATIONS = { clear() {}, async resumePausedMutations() {} } as unknown as MutationCache;

/** What the server refused it will refuse again; only a lost network or a failing server is worth another try. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: NO_MUTATIONS,
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
