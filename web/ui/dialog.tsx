import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import * as t from '#language';
import { Button, smallButton } from './forms/button.tsx';

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

interface PopoverProps {
  label: ReactNode;
  className: string;
  children: ReactNode;
}

/** A button and what it opens over the screen: a few words, or a short list. They are rendered while they are open. */
export function Popover({ label, className, children }: PopoverProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        className="m-auto max-h-[calc(100dvh-2rem)] w-80 max-w-[calc(100vw-2rem)] space-y-2 overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <>
            {children}
            <Button variant="quiet" className={smallButton} popoverTarget={id} popoverTargetAction="hide">
              {t.close}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** Of a dialog in the middle of the window. */
export const sheetClass =
  'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-3xl border border-line bg-surface text-ink shadow-float backdrop:bg-black/50';
