import { Component, type ReactNode, useEffect } from 'react';
import * as t from '#language';
import { CHUNK_FAILED } from '#web/loading/load-chunk.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';

/** The default error screen (spec §2, §8). Without an error it is about an unknown address. */
export function ErrorScreen({ error }: { error?: unknown }) {
  const isChunk = error instanceof Error && error.message === CHUNK_FAILED;
  useEffect(() => {
    if (!isChunk) return;
    const reload = () => window.location.reload();
    if (error.cause instanceof TypeError) reloadOnce(reload);
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [error, isChunk]);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center px-5 pt-14 pb-10 text-center">
      <DocumentTitle title={t.somethingWentWrong} />
      <Logo className="size-20 opacity-60 grayscale" />
      <h1 tabIndex={-1} className="mt-6 font-semibold text-3xl leading-tight">
        {t.unexpectedApplicationError}
      </h1>
      {isChunk && <p className="mt-3 font-medium text-danger">{CHUNK_FAILED}</p>}
      <p className="mt-3 text-balance text-ink-soft text-lg">{explanation(error, isChunk)}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {error !== undefined && <Button onClick={() => window.location.reload()}>{t.reload}</Button>}
        <Link to="/" className={buttonClass(error === undefined ? 'primary' : 'quiet')}>
          {t.goHome}
        </Link>
        <Helplines className={buttonClass('quiet')} />
      </div>
    </div>
  );
}

/**
 * Reloads for a chunk that failed at once: in Firefox a module that fails when the connection is lost stays failed until then. Once
 * for an entry of the history, and not before the server answers: this page is worth more than the browser's about a lost connection.
 */
function reloadOnce(reload: () => void): void {
  if (history.state?.hasReloaded) return;
  fetch(window.location.href, { method: 'HEAD' })
    .then(({ ok }) => {
      if (!ok) return;
      history.replaceState({ ...history.state, hasReloaded: true }, '');
      reload();
    })
    .catch(() => undefined);
}

function explanation(error: unknown, isChunk: boolean): string {
  if (error === undefined) return t.nothingAtThisAddress;
  if (isChunk) return t.aPartDidNotArrive;
  return t.somethingBrokeOnOurSide;
}

interface ErrorBoundaryProps {
  resetKey: unknown;
  children: ReactNode;
}

interface ErrorBoundaryState {
  resetKey: unknown;
  failure: { error: unknown } | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { resetKey: props.resetKey, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children;
  }
}
