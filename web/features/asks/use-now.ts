import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, in milliseconds; renders again every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const clock = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(clock);
  }, [everyMs]);
  return now;
}
