import { idle, useLateChunk } from '#web/use-late-chunk.ts';

const load = () => import('./passkey-sign-in.tsx');

/** 'Use a passkey', loaded after the first paint. */
export function LazyPasskeySignIn({ navigateOn }: { navigateOn?: () => void }) {
  const chunk = useLateChunk(true, () => idle().then(load));
  return chunk && <chunk.PasskeySignIn navigateOn={navigateOn} />;
}
