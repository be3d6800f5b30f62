import * as t from '#language';
import { FriendChecks, firstName, useConnections } from '#web/features/circle/index.ts';
import { listOf } from '#web/text/words.ts';
import { Choice } from '#web/ui/forms/choice.tsx';

interface WhoIAskProps {
  /** The uids of the friends who are asked; null for everyone. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
  noneWords?: string;
}

export function WhoIAsk({ chosen, onChange, noneWords = t.chooseAFriendOrUndo }: WhoIAskProps) {
  const { data: entries = [] } = useConnections();
  const hidden = entries.filter(({ hidesMood }) => hidesMood).map(firstName);
  const isSome = chosen !== null;

  return (
    <Choice
      legend={t.whoIAsk}
      options={[
        ['all', t.everyone],
        ['some', t.theseFriends],
      ]}
      value={isSome ? 'some' : 'all'}
      onChange={(value) => onChange(value === 'all' ? null : [])}
    >
      {isSome && (
        <div className="mt-1 ms-8">
          <FriendChecks friends={entries.filter(({ hidesMood }) => !hidesMood)} chosen={chosen} onChange={onChange} />
          <p role="status" className="mt-1 text-ink-soft">
            {chosen.length === 0 ? noneWords : t.othersSeeYourMood}
          </p>
        </div>
      )}
      {hidden.length > 0 && <p className="mt-1 text-ink-soft">{t.hiddenAreNotAsked({ names: listOf(hidden) })}</p>}
    </Choice>
  );
}
