import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useSubmit } from './use-submit.ts';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  action: () => Promise<void>;
}

/** A button that does something, once at a time, and says below it why it failed. */
export function ActionButton({ action, className = '', ...button }: ActionButtonProps) {
  const { error, isPending, submit } = useSubmit();
  return (
    <div>
      {/* aria-disabled only: `disabled` would take the keyboard's focus away. */}
      <Button
        {...button}
        className={`aria-disabled:opacity-60 ${className}`}
        aria-disabled={isPending}
        onClick={() => void submit(action)}
      />
      <FormError>{error}</FormError>
    </div>
  );
}
