import { type ReactNode, useId } from 'react';

interface SectionsProps {
  /** The target of the links at the top of the screen. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Sections that belong together, below a heading. */
export function Sections({ id, title, children }: SectionsProps) {
  return (
    <div className="space-y-5 pt-5 @5xl:first:pt-0">
      <h2 id={id} tabIndex={-1} className="px-1 font-semibold text-2xl">
        {title}
      </h2>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-3xl bg-surface p-6 shadow-soft md:p-8">
      <h3 id={id} className="font-semibold text-xl">
        {title}
      </h3>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
