import { type MutationCache, QueryClient } from '@tanstack/react-query';
import { canRetryRead, MAX_RETRIES } from '#web/retry.ts';

/** Changes go through `call`, not through the library: this keeps its MutationCache out of the bundle (vite.config.ts). */
const NO_MUTATIONS = { clear() {}, async resumePausedMutations() {} } as unknown as MutationCache;

/** The cache of what was fetched: fresh for 15 s, a failed fetch is tried three more times. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: NO_MUTATIONS,
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < MAX_RETRIES && canRetryRead(error),
      },
    },
  });
}
