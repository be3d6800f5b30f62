import type { ReactNode } from 'react';
import { DocumentTitle } from './document-title.tsx';
import { lateHeading } from './focus-late-heading.ts';

interface PageProps {
  /** The heading. */
  title: string;
  /** The tab's name, when it is not the heading. */
  tab?: string;
  /** A line below the heading. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** A screen in a comfortable column: its heading, then its content. The frame moves the focus to the heading. */
export function Page({ title, tab = title, lead, children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-2xl px-5 pt-6 pb-10 md:pt-10">
      <DocumentTitle title={tab} />
      <h1 ref={lateHeading} tabIndex={-1} className="font-semibold text-3xl leading-tight md:text-4xl">
        {title}
      </h1>
      {lead && <p className="mt-2 text-ink-soft text-lg">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  );
}
