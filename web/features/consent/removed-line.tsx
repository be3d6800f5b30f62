import { useEffect, useState } from 'react';
import { useLocation } from '#web/router.tsx';

/** Says on /circles that a friend was removed. The words come after the first render, so that screen readers announce them. */
export function RemovedLine() {
  const name: string | undefined = useLocation().state?.removed;
  const [said, setSaid] = useState<string>();
  useEffect(() => setSaid(name), [name]);
  return (
    <div role="status">
      {said && (
        <p className="wrap-anywhere mb-5 rounded-2xl bg-accent-soft px-4 py-3 font-medium">
          {said} is no longer in your circle.
        </p>
      )}
    </div>
  );
}
