import { useState } from 'react';
import type { QuietHours } from '#contract/consent.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { ownZone } from '../use-settings.ts';

interface QuietHoursFormProps {
  note: string;
  quietHours: QuietHours | null;
  onChange: (quietHours: QuietHours | null) => void;
}

/** Hours by the clock of this device. */
export function QuietHoursForm({ note, quietHours, onChange }: QuietHoursFormProps) {
  return (
    <div className="space-y-6">
      <Switch
        label="Keep these hours quiet"
        note={note}
        isOn={quietHours !== null}
        onChange={(isOn) => onChange(isOn ? { from: '22:00', to: '07:00', zone: ownZone() } : null)}
      />
      {quietHours && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
          <Time label="From" value={quietHours.from} onChange={(from) => onChange({ ...quietHours, from })} />
          <Time label="To" value={quietHours.to} onChange={(to) => onChange({ ...quietHours, to })} />
        </div>
      )}
    </div>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, stored when the person leaves the field: while they type, it is often another time. */
function Time({ label, value, onChange }: TimeProps) {
  const [typed, setTyped] = useState(value);
  return (
    <Field
      label={label}
      type="time"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed === '') setTyped(value);
        else if (typed !== value) onChange(typed);
      }}
    />
  );
}
