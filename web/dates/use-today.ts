import { useEffect, useState } from 'react';

/** The current time; renders again at midnight, so that 14:05 becomes Yesterday. */
export function useToday(): Date {
  const [, setDay] = useState(() => new Date().getDate());
  useEffect(() => {
    const clock = setInterval(() => setDay(new Date().getDate()), 60_000);
    return () => clearInterval(clock);
  }, []);
  return new Date();
}
