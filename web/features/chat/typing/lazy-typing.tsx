import type { ConnectionEntry } from '#contract/views.ts';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** Shows that the other person types, and tells them that `me` does. Loaded after the chat's first paint. */
export function LazyTyping({ me, entry }: { me: string; entry: ConnectionEntry }) {
  const loaded = useLateChunk(true, () => idle().then(() => import('./typing.tsx')));
  return loaded && <loaded.Typing me={me} entry={entry} />;
}
