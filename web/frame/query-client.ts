import { QueryClient } from '@tanstack/react-query';
import { canRetryRead, MAX_RETRIES } from '#web/retry.ts';

/** The cache of what was fetched: fresh for 15 s, a failed fetch is tried three more times. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < MAX_RETRIES && canRetryRead(error),
      },
    },
  });
}
