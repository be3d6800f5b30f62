import { Component, type ReactNode, useEffect } from 'react';
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
      <DocumentTitle title="Something went wrong" />
      <Logo className="size-20 opacity-60 grayscale" />
      <h1 tabIndex={-1} className="mt-6 font-semibold text-3xl leading-tight">
        Unexpected Application Error!
      </h1>
      {isChunk && <p className="mt-3 font-medium text-danger">{CHUNK_FAILED}</p>}
      <p className="mt-3 text-balance text-ink-soft text-lg">{explanation(error, isChunk)}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {error !== undefined && <Button onClick={() => window.location.reload()}>Reload</Button>}
        <Link to="/" className={buttonClass(error === undefined ? 'primary' : 'quiet')}>
          Go home
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
  if (error === undefined) return 'There is nothing at this address. It is not your fault, and nothing is lost.';
  if (isChunk) return 'A part of Moodring did not arrive. Check your connection, then reload.';
  return 'Something broke on our side. It is not your fault, and what you sent is safe.';
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
