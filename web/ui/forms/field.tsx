import { type ComponentProps, type ReactNode, useId } from 'react';
import { fieldClass } from './field-class.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with this field, in red below it. */
  error?: string | undefined;
  /** A control inside the field's right end. */
  trailing?: ReactNode;
}

/** A labelled text field with its error. */
export function Field({ label, error, trailing, className = '', ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={`${fieldClass} ${trailing ? 'pr-20' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          {...input}
        />
        {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
