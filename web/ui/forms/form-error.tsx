import type { ReactNode } from 'react';
import { scrollIntoView } from '../page/ref-callbacks.ts';

/** A form's error, in red. Always present, so that screen readers announce an error when it appears. */
export function FormError({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p ref={scrollIntoView} className={`rounded-2xl bg-danger-soft px-4 py-3 font-medium text-danger ${className}`}>
          {children}
        </p>
      )}
    </div>
  );
}
