import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useSubmit } from './use-submit.ts';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  action: () => Promise<void>;
}

/** A button that does something, once at a time, and says below it why it failed. */
export function ActionButton({ action, ...button }: ActionButtonProps) {
  const { error, isPending, submit } = useSubmit();
  return (
    <div>
      <Button {...button} aria-disabled={isPending} onClick={() => void submit(action)} />
      <FormError className="mt-3">{error}</FormError>
    </div>
  );
}
