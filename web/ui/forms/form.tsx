import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button-class.ts';
import { FormError } from './form-error.tsx';

interface FormProps<Name extends string> {
  /** Called with what was typed, by the fields' names. The message of what it throws is shown under the form. */
  submit: (fields: Record<Name, string>, form: HTMLFormElement) => Promise<void>;
  /** The submit button's words. */
  button: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A form without field rules of its own (spec §5): fields, a submit button, and below it what went wrong, in red. */
export function Form<Name extends string>({ submit, button, variant = 'primary', children }: FormProps<Name>) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isUnderWay = useRef(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isUnderWay.current) return;
    const form = event.currentTarget;
    isUnderWay.current = true;
    setPending(true);
    setError(null);
    try {
      await submit(Object.fromEntries(new FormData(form)) as Record<Name, string>, form);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      {children}
      {/* Not disabled: the keyboard's focus stays where it is. */}
      <Button type="submit" variant={variant} className="w-full aria-disabled:opacity-60" aria-disabled={isPending}>
        {button}
      </Button>
      <FormError>{error}</FormError>
    </form>
  );
}
