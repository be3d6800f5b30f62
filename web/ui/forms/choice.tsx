import { type ReactNode, useId } from 'react';

interface ChoiceProps<Value extends string> {
  legend: string;
  note?: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
  children?: ReactNode;
}

export function Choice<Value extends string>({ legend, note, options, value, onChange, children }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={note && `${id}-note`}>
      <legend className="font-semibold">{legend}</legend>
      {note && (
        <p id={`${id}-note`} className="text-ink-soft">
          {note}
        </p>
      )}
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
