import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { FormError } from './form-error.tsx';
import { SavedMessage } from './saved-message.tsx';
import { useSubmit } from './use-submit.ts';

interface FormProps<Name extends string> {
  /** Gets the values by the fields' names. What it returns, or the message of an error that it throws, is shown below the form. */
  submit: (fields: Record<Name, string>, form: HTMLFormElement) => Promise<void> | Promise<string | undefined>;
  button: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A form without field rules (spec §5): fields, a submit button, and below it the error, in red. */
export function Form<Name extends string>({ submit, button, variant = 'primary', children }: FormProps<Name>) {
  const submission = useSubmit();
  const [saved, setSaved] = useState<string | null>(null);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void submission.submit(async () => {
      setSaved(null);
      setSaved((await submit(Object.fromEntries(new FormData(form)) as Record<Name, string>, form)) ?? null);
    });
  }

  return (
    <>
      <form onSubmit={onSubmit} noValidate className="space-y-5 has-[>[role=alert]:empty]:-mb-5">
        {children}
        <Button type="submit" variant={variant} className="w-full" aria-disabled={submission.isPending}>
          {button}
        </Button>
        <FormError>{submission.error}</FormError>
      </form>
      <SavedMessage text={saved} />
    </>
  );
}
