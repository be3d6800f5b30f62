import { type ComponentProps, type ReactNode, useId } from 'react';

/** The classes of every text input. */
export const fieldClass =
  'block w-full min-h-12 rounded-2xl border border-edge bg-surface px-4 py-2.5 text-ink placeholder:text-ink-soft transition-colors hover:border-ink-soft';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** A control inside the field's right end. */
  trailing?: ReactNode;
}

export function Field({ label, trailing, className = '', ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input id={id} className={`${fieldClass} ${trailing ? 'pr-20' : ''}`} {...input} />
        {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
      </div>
    </div>
  );
}
