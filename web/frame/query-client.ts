import { type MutationCache, QueryClient } from '@tanstack/react-query';
import { canRetryRead } from '#web/retry.ts';

const RETRIES = 3;

/** Changes go through `call`, not through the library: this keeps its MutationCache out of the bundle (vite.config.ts). */
const NO_MUTATIONS = { clear() {}, async resumePausedMutations() {} } as unknown as MutationCache;

/** The cache of what was fetched: fresh for 15 s, a failed fetch is tried three more times. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: NO_MUTATIONS,
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < RETRIES && canRetryRead(error),
      },
    },
  });
}
