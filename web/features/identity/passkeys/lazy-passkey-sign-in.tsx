import { useIdleChunk } from '#web/use-idle-chunk.ts';

const load = () => import('./passkey-sign-in.tsx');

/** 'Use a passkey', loaded after the first paint. */
export function LazyPasskeySignIn({ navigateOn }: { navigateOn?: () => void }) {
  const chunk = useIdleChunk(load);
  return chunk && <chunk.PasskeySignIn navigateOn={navigateOn} />;
}
