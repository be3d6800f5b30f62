import type { ReactNode } from 'react';
import { focusHeading } from '#web/ui/page/ref-callbacks.ts';
import { Ring } from '#web/ui/ring.tsx';

interface FrontDoorProps {
  heading: string;
  note: string;
  children: ReactNode;
}

/** Where somebody without a session arrives: the ring, a welcome, and a form on a card. */
export function EntryPage({ heading, note, children }: FrontDoorProps) {
  return (
    <div className="mx-auto w-full max-w-md px-5 pt-6 pb-10 md:pt-10">
      <Ring className="mx-auto size-16" />
      <h1 ref={focusHeading} tabIndex={-1} className="mt-4 text-center font-semibold text-3xl leading-tight">
        {heading}
      </h1>
      <p className="mt-2 text-balance text-center text-ink-soft text-lg">{note}</p>
      <div className="mt-6 rounded-3xl bg-surface p-6 shadow-soft md:p-8">{children}</div>
    </div>
  );
}
