import { useQuery } from '@tanstack/react-query';
import { useApp } from '#web/app-context.tsx';
import { useLiveStatus } from '#web/live/index.ts';
import { connectionsKey } from './connections-key.ts';
import { fetchConnections } from './fetch-connections.ts';
import { keepTrying } from './keep-trying.ts';

const WITHOUT_LIVE_MS = 20_000;

/** The signed-in person's connections, kept fresh by live events; without a live connection, by asking now and then. */
export function useConnections() {
  const uid = useApp().appUser?.uid ?? '';
  const status = useLiveStatus();
  return useQuery({
    queryKey: connectionsKey(uid),
    queryFn: () => fetchConnections(uid),
    enabled: uid !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: status === 'lost' ? WITHOUT_LIVE_MS : false,
    ...keepTrying,
  });
}
