import { useEffect, useState } from 'react';

/** The server's time, by which asks open and close: a browser's clock may be wrong by minutes. */

/** Less than this may be the way of the event. */
const TOLERANCE_MS = 2_000;

let skew = 0;

/** Compares the clocks. @param at the server's time at this moment, from an event that has just arrived; in ms */
export function noteServerTime(at: number): void {
  const difference = at - Date.now();
  skew = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

export function serverNow(): number {
  return Date.now() + skew;
}

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
