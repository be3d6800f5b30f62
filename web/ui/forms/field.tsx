import { type ComponentProps, type ReactNode, useId } from 'react';
import { fieldClass } from '../field-class.ts';

/** Addresses, numbers and passwords are written from left to right in all languages. Other words decide for themselves. */
const LEFT_TO_RIGHT: unknown[] = ['email', 'tel', 'password'];

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  note?: string | undefined;
  trailing?: ReactNode;
}

export function Field({ label, note, trailing, className = '', ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          dir={LEFT_TO_RIGHT.includes(input.type) ? undefined : 'auto'}
          className={`${fieldClass} ${trailing ? 'pe-20 max-[15rem]:pe-4' : ''}`}
          aria-describedby={note && `${id}-note`}
          {...input}
        />
        {trailing && (
          <div className="absolute max-[15rem]:static inset-y-0 end-0.5 flex items-center max-[15rem]:justify-end">
            {trailing}
          </div>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className="mt-1.5 text-ink-soft">
          {note}
        </p>
      )}
    </div>
  );
}
