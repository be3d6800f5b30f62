import { Fragment, type ReactNode, useMemo } from 'react';
import { createLateChunk } from '#web/loading/late-chunk.ts';

/** A text without any of these has no link, so the code that finds links is not loaded for it. */
const MAY_HAVE_LINK = /[^\s.]\.[^\s.]|:\/\/|[^\s@]@[^\s@]|tel:|mailto:|\+\d/i;

/** A message's text, with its links as links once their code has loaded. The characters stay as they were typed. */
export function linkedText(text: string): ReactNode {
  return MAY_HAVE_LINK.test(text) ? <LinkedText text={text} /> : text;
}

const useFinder = createLateChunk(() => import('./find-links.ts'));

function LinkedText({ text }: { text: string }) {
  const finder = useFinder(true);
  // A list renders its visible messages anew with each message that arrives.
  const links = useMemo(() => finder?.findLinks(text) ?? [], [finder, text]);
  let end = 0;
  const parts = links.map((link) => {
    const before = text.slice(end, link.start);
    end = link.end;
    return (
      <Fragment key={link.start}>
        {before}
        <a href={link.url} target="_blank" rel="noopener noreferrer" dir="ltr" className="underline underline-offset-2">
          {text.slice(link.start, link.end)}
        </a>
      </Fragment>
    );
  });
  return [...parts, text.slice(end)];
}
