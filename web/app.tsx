import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { canRetryRead, MAX_RETRIES } from '#web/calls/retry.ts';
import { SyncConnections } from './features/circle/index.ts';
import { AppProvider } from './frame/app-provider.tsx';
import { Frame } from './frame/frame.tsx';
import { LazyLateParts } from './frame/lazy-late-parts.tsx';
import { LiveProvider } from './live/index.ts';
import { Screens } from './routes.tsx';
import { Router } from './ui/router.tsx';

export function App({ queries }: { queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <Router>
        <AppProvider>
          <LiveProvider>
            <SyncConnections />
            <LazyLateParts />
            <Frame>
              <Screens />
            </Frame>
          </LiveProvider>
        </AppProvider>
      </Router>
    </QueryClientProvider>
  );
}

/** The cache of what was fetched: fresh for 15 s, a failed fetch is tried three more times. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A query runs once without a connection, too: then it shows the kept answer.
        networkMode: 'offlineFirst',
        retry: (failures, error) => failures < MAX_RETRIES && canRetryRead(error),
      },
    },
  });
}
