import { firstName, fullName, useConnections } from '#web/features/circle/index.ts';
import { Check } from '#web/ui/forms/check.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { hiddenWords } from '../ask-words.ts';

interface WhoIAskProps {
  /** The uids of the friends who are asked; null for everyone. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
  noneWords?: string;
}

export function WhoIAsk({ chosen, onChange, noneWords = 'Choose at least one friend, or undo.' }: WhoIAskProps) {
  const { data: entries = [] } = useConnections();
  const hidden = entries.filter(({ hidesMood }) => hidesMood).map(firstName);
  const isSome = chosen !== null;

  function toggle(uid: string, isOn: boolean) {
    const others = (chosen ?? []).filter((each) => each !== uid);
    onChange(isOn ? [...others, uid] : others);
  }

  return (
    <Choice
      legend="Who I ask"
      options={[
        ['all', 'Everyone'],
        ['some', 'These friends'],
      ]}
      value={isSome ? 'some' : 'all'}
      onChange={(value) => onChange(value === 'all' ? null : [])}
    >
      {isSome && (
        <div className="mt-1 ml-8">
          {entries
            .filter(({ hidesMood }) => !hidesMood)
            .map((entry) => (
              <Check
                key={entry.uid}
                label={fullName(entry)}
                isOn={chosen.includes(entry.uid)}
                onChange={(isOn) => toggle(entry.uid, isOn)}
              />
            ))}
          <p role="status" className="mt-1 text-ink-soft">
            {chosen.length === 0 ? noneWords : 'The others see your mood as before.'}
          </p>
        </div>
      )}
      {hidden.length > 0 && <p className="mt-1 text-ink-soft">{hiddenWords(hidden)}</p>}
    </Choice>
  );
}
