import { type ReactNode, useId } from 'react';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { useLocation } from '#web/ui/router.tsx';

interface SectionProps {
  /** The part of an address after # that leads to it. */
  anchor?: string;
  title: string;
  note?: string;
  children: ReactNode;
}

export function Section({ anchor, title, note, children }: SectionProps) {
  const id = useId();
  const isMeant = useLocation().hash === `#${anchor}`;
  return (
    <section
      ref={isMeant ? scrollIntoView : undefined}
      data-opens-here={isMeant || undefined}
      aria-labelledby={id}
      className="rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft md:p-8"
    >
      <h2 id={id} className="font-semibold text-xl">
        {title}
      </h2>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
