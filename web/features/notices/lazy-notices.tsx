import { useApp } from '#web/app-context.tsx';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** Loads Notices for signed-in people when the browser is idle. */
export function LazyNotices() {
  const me = useApp().appUser?.uid;
  const loaded = useLateChunk(me !== undefined, () => idle().then(() => import('./notices.tsx')));
  return loaded !== null && me !== undefined ? <loaded.Notices key={me} me={me} /> : null;
}
