import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { FormError } from './form-error.tsx';

interface FormProps<Name extends string> {
  /** Gets the values by the fields' names. The message of an error that it throws is shown below the form. */
  submit: (fields: Record<Name, string>, form: HTMLFormElement) => Promise<void>;
  button: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A form without field rules (spec §5): fields, a submit button, and below it the error, in red. */
export function Form<Name extends string>({ submit, button, variant = 'primary', children }: FormProps<Name>) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isSubmitting = useRef(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting.current) return;
    const form = event.currentTarget;
    isSubmitting.current = true;
    setPending(true);
    setError(null);
    try {
      await submit(Object.fromEntries(new FormData(form)) as Record<Name, string>, form);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      isSubmitting.current = false;
      setPending(false);
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      {children}
      {/* aria-disabled only: `disabled` would take the keyboard's focus away. */}
      <Button type="submit" variant={variant} className="w-full aria-disabled:opacity-60" aria-disabled={isPending}>
        {button}
      </Button>
      <FormError>{error}</FormError>
    </form>
  );
}
