import { createElement, Fragment, type ReactNode } from 'react';

/** The parts of a message, with its elements. */
export function Rich({ parts }: { parts: ReactNode[] }): ReactNode {
  return createElement(Fragment, null, ...parts);
}

/** Of <bdi>: a name keeps its own direction. */
export function bdi(words: string): ReactNode {
  return <bdi>{words}</bdi>;
}

/** Of <hidden>: only screen readers say it. */
export function hidden(words: string): ReactNode {
  return <span className="sr-only">{words}</span>;
}
