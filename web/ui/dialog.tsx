import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';

interface DialogProps extends ComponentProps<'dialog'> {
  ref: RefObject<HTMLDialogElement | null>;
}

/** A modal dialog in the body, open as long as it is rendered. `onClose` has to take it away. */
export function Dialog({ ref, ...dialog }: DialogProps) {
  useLayoutEffect(() => {
    if (!ref.current!.open) ref.current!.showModal();
  }, [ref]);
  return createPortal(<dialog ref={ref} {...dialog} />, document.body);
}

/** The classes of a short list over the screen. */
export const popoverClass =
  'm-auto w-80 max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] space-y-2 overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float';

/** Of a dialog in the middle of the window. */
export const sheetClass =
  'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-3xl border border-line bg-surface text-ink shadow-float backdrop:bg-black/50';
