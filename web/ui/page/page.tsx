import type { ReactNode } from 'react';
import { DocumentTitle } from './document-title.tsx';
import { focusHeading } from './ref-callbacks.ts';

interface PageProps {
  title: string;
  /** The title of the tab, if it differs from the heading. */
  tab?: string;
  /** A line below the heading. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** A screen in one column: heading, lead, content. The frame moves the focus to the heading. */
export function Page({ title, tab = title, lead, children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-2xl px-5 pt-6 pb-10 md:pt-10">
      <DocumentTitle title={tab} />
      <h1 ref={focusHeading} tabIndex={-1} className="font-semibold text-3xl leading-tight md:text-4xl">
        {title}
      </h1>
      {lead && <p className="mt-2 text-ink-soft text-lg">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  );
}
