import type { ReactNode } from 'react';
import { Ring } from '#web/ui/ring.tsx';

interface FrontDoorProps {
  heading: string;
  note: string;
  children: ReactNode;
}

/** Where somebody without a session arrives: the ring, a welcome, and a form on a card. */
export function FrontDoor({ heading, note, children }: FrontDoorProps) {
  return (
    <div className="mx-auto w-full max-w-md px-5 pt-8 pb-10 md:pt-14">
      <Ring className="mx-auto size-20" />
      <h1 tabIndex={-1} className="mt-5 text-center font-semibold text-3xl leading-tight">
        {heading}
      </h1>
      <p className="mt-2 text-balance text-center text-ink-soft text-lg">{note}</p>
      <div className="mt-7 rounded-3xl bg-surface p-6 shadow-soft md:p-8">{children}</div>
    </div>
  );
}
