import type { ReactNode } from 'react';
import { DocumentTitle } from './document-title.tsx';
import { focusHeading } from './ref-callbacks.ts';

interface PageProps {
  title: string;
  /** The title of the tab, if it differs from the heading. */
  tab?: string;
  /** Above the heading: a way back. */
  above?: ReactNode;
  /** A line below the heading. */
  lead?: ReactNode;
  /** Below the lead; on wide screens it stays in view beside the content. */
  aside?: ReactNode;
  children?: ReactNode;
}

/**
 * A screen: heading, lead, content. Below each other, or side by side where there is room: beside a chat there may be none.
 * The frame moves the focus to the heading.
 */
export function Page({ title, tab = title, above, lead, aside, children }: PageProps) {
  return (
    <div className="@container">
      <div className="mx-auto w-full max-w-2xl gap-x-14 px-4 pt-6 pb-10 md:pt-10 @5xl:grid @5xl:max-w-6xl @5xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <DocumentTitle title={tab} />
        <div className="@5xl:sticky @5xl:top-[calc(var(--header-height)+2.5rem)] @5xl:self-start">
          {above}
          <h1 ref={focusHeading} tabIndex={-1} className="font-semibold text-3xl leading-tight md:text-4xl">
            {title}
          </h1>
          {lead && <p className="mt-2 text-ink-soft text-lg">{lead}</p>}
          {aside}
        </div>
        <div className="mt-6 min-w-0 @5xl:mt-1">{children}</div>
      </div>
    </div>
  );
}
