import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft md:p-8">
      <h2 id={id} className="font-semibold text-xl">
        {title}
      </h2>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
