import type { ReactNode, SubmitEvent } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useSubmit } from './use-submit.ts';

interface FormProps<Name extends string> {
  /** Gets the values by the fields' names. The message of an error that it throws is shown below the form. */
  submit: (fields: Record<Name, string>, form: HTMLFormElement) => Promise<void>;
  button: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A form without field rules (spec §5): fields, a submit button, and below it the error, in red. */
export function Form<Name extends string>({ submit, button, variant = 'primary', children }: FormProps<Name>) {
  const submission = useSubmit();

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void submission.submit(() => submit(Object.fromEntries(new FormData(form)) as Record<Name, string>, form));
  }

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5 has-[>[role=alert]:empty]:-mb-5">
      {children}
      {/* aria-disabled only: `disabled` would take the keyboard's focus away. */}
      <Button
        type="submit"
        variant={variant}
        className="w-full aria-disabled:opacity-60"
        aria-disabled={submission.isPending}
      >
        {button}
      </Button>
      <FormError>{submission.error}</FormError>
    </form>
  );
}
