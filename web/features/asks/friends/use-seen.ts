import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const SEEN_AFTER_MS = 1_000;

/** Calls `onSeen` once, when the element has been half visible for a second. @returns its ref */
export function useSeenForASecond(onSeen: () => void): RefCallback<HTMLElement> {
  const report = useRef(onSeen);
  const isReported = useRef(false);
  useEffect(() => {
    report.current = onSeen;
  });
  return useCallback((element: HTMLElement | null) => {
    if (element === null || isReported.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          isReported.current = true;
          observer.disconnect();
          report.current();
        }, SEEN_AFTER_MS);
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
}
