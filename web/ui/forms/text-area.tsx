import { type ComponentProps, useId } from 'react';
import { fieldClass } from '../field-class.ts';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
}

export function TextArea({ label, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea id={id} rows={5} dir="auto" className={`${fieldClass} resize-y`} {...textarea} />
    </div>
  );
}
