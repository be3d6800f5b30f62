import type { ReactNode } from 'react';
import { focusHeading } from './ref-callbacks.ts';

interface PageProps {
  title: string;
  above?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}

/** Heading, lead, content: below each other, or side by side where there is room. The frame focuses the heading. */
export function Page({ title, above, lead, aside, children }: PageProps) {
  return (
    <div className="@container">
      <div className="mx-auto w-full max-w-2xl gap-x-14 px-4 pt-6 pb-10 md:pt-10 @5xl:grid @5xl:max-w-6xl @5xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="@5xl:sticky @5xl:top-[calc(var(--header-height)+2.5rem)] @5xl:self-start">
          {above}
          <h1 ref={focusHeading} tabIndex={-1} className="font-semibold text-3xl leading-tight md:text-4xl">
            {title}
          </h1>
          {lead && <p className="mt-2 print:hidden text-ink-soft text-lg">{lead}</p>}
          {aside}
        </div>
        <div className="mt-6 min-w-0 @5xl:mt-1">{children}</div>
      </div>
    </div>
  );
}
