import { useEffect, useRef, useState } from 'react';

/** Runs one submission at a time. `error` is the message of the last one that failed, until the next one starts or the connection is back. */
export function useSubmit() {
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const wasOffline = useRef(false);
  useEffect(() => {
    const forget = () => wasOffline.current && setError(null);
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, []);

  async function submit(action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    setError(null);
    try {
      await action();
    } catch (thrown) {
      wasOffline.current = !navigator.onLine;
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return { error, setError, isPending, submit };
}
