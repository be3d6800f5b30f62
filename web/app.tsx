import { QueryClientProvider } from '@tanstack/react-query';
import { SyncConnections } from './features/circle/index.ts';
import { AppProvider } from './frame/app-provider.tsx';
import { Frame } from './frame/frame.tsx';
import { LazyLateParts } from './frame/lazy-late-parts.tsx';
import { LiveConnection } from './live/index.ts';
import { queries } from './query-cache.ts';
import { Screens } from './routes.tsx';
import { Router } from './ui/router.tsx';

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router>
        <AppProvider>
          <LiveConnection />
          <SyncConnections />
          <LazyLateParts />
          <Frame>
            <Screens />
          </Frame>
        </AppProvider>
      </Router>
    </QueryClientProvider>
  );
}
