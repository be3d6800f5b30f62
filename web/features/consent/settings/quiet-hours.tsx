import { useId, useState } from 'react';
import type { QuietHours } from '#contract/consent.ts';
import { fieldClass } from '#web/ui/field-class.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

interface QuietHoursFormProps {
  quietHours: QuietHours | null;
  onChange: (quietHours: QuietHours | null) => void;
}

/** Hours without texts, by the clock of a time zone: at first the browser's own. */
export function QuietHoursForm({ quietHours, onChange }: QuietHoursFormProps) {
  return (
    <div className="space-y-4">
      <Switch
        label="Quiet hours"
        note="No text comes then, and none for it later."
        isOn={quietHours !== null}
        onChange={(isOn) => onChange(isOn ? { from: '22:00', to: '07:00', zone: ownZone(), darkPasses: true } : null)}
      />
      {quietHours && <Hours hours={quietHours} onChange={onChange} />}
    </div>
  );
}

function Hours({ hours, onChange }: { hours: QuietHours; onChange: (hours: QuietHours) => void }) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
        <Time label="From" value={hours.from} onChange={(from) => onChange({ ...hours, from })} />
        <Time label="To" value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
      </div>
      <Zone zone={hours.zone} onChange={(zone) => onChange({ ...hours, zone })} />
      <Switch
        label="Dark passes"
        note="A text comes in these hours too when a friend is in bad shape."
        isOn={hours.darkPasses}
        onChange={(darkPasses) => onChange({ ...hours, darkPasses })}
      />
    </>
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

function Zone({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const id = useId();
  const zones = [...new Set([ownZone(), zone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Time zone
      </label>
      <select id={id} className={fieldClass} value={zone} onChange={(event) => onChange(event.currentTarget.value)}>
        {zones.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
