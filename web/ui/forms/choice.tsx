import { type ReactNode, useId } from 'react';

interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
  children?: ReactNode;
}

export function Choice<Value extends string>({ legend, options, value, onChange, children }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1">
        {options.map(([each, label]) => (
          <label key={each} className="wrap-anywhere flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={id}
              className="size-5 shrink-0 accent-accent"
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
