import { useId } from 'react';

interface SwitchProps {
  label: string;
  note: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, note, isOn, onChange }: SwitchProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-[6rem]">
        <label htmlFor={id} className="block font-semibold">
          {label}
        </label>
        <p id={noteId} className="text-ink-soft">
          {note}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-describedby={noteId}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="relative ms-auto h-11 w-16 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-raised transition-colors before:absolute before:top-1.25 before:start-1.25 before:size-8 before:rounded-full before:border before:border-edge before:bg-surface before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 rtl:checked:before:-translate-x-5 forced-colors:border-[ButtonText] forced-colors:bg-[Canvas] forced-colors:before:border-0 forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:before:bg-[Canvas]"
      />
    </div>
  );
}
