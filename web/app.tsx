import { QueryClientProvider } from '@tanstack/react-query';
import { SyncConnections } from './features/circle/index.ts';
import { SyncOwnMood } from './features/moods/index.ts';
import { AppProvider } from './frame/app-provider.tsx';
import { Frame } from './frame/frame.tsx';
import { LazyLateParts } from './frame/lazy-late-parts.tsx';
import { createQueryClient } from './frame/query-client.ts';
import { LiveProvider } from './live/index.ts';
import { Router } from './router.tsx';
import { Screens } from './routes.tsx';

/** All screens, with what provides their data. */
export function App() {
  return (
    <QueryClientProvider client={createQueryClient()}>
      <Router>
        <AppProvider>
          <LiveProvider>
            <SyncOwnMood />
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
