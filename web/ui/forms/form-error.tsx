import type { ReactNode } from 'react';
import { intoView } from '../page/ref-callbacks.ts';

/** What went wrong with a form, in red, told to screen readers at once. Nothing when there is nothing to tell. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p ref={intoView} className="animate-rise rounded-2xl bg-danger-soft px-4 py-3 font-medium text-danger">
          {children}
        </p>
      )}
    </div>
  );
}
