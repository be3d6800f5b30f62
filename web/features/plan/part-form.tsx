import { type SubmitEvent, useState } from 'react';
import type { ChangePlanPart, Plan, PlanPart } from '#contract/account/plan.ts';
import { PLAN_WORDS_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { fullName, useConnections } from '#web/features/circle/index.ts';
import { queries } from '#web/query-cache.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { PART_WORDS } from './part-words.ts';
import { PLAN_KEY } from './use-plan.ts';

interface PartFormProps {
  part: PlanPart;
  onEnd: () => void;
}

export function PartForm({ part: before, onEnd }: PartFormProps) {
  const { part } = before;
  const { appUser } = useApp();
  const [words, setWords] = useState(before.words ?? '');
  const [contacts, setContacts] = useState<readonly string[]>(before.contacts);
  const [readers, setReaders] = useState<readonly string[] | null>(before.readers.length > 0 ? before.readers : null);
  const { data: entries = [] } = useConnections();
  const { error, isPending, submit } = useSubmit();
  const { title, hint } = PART_WORDS[part];

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    void submit(async () => {
      const body: ChangePlanPart = { part, words, contacts: [...contacts], readers: [...(readers ?? [])] };
      queries.setQueryData<Plan>(PLAN_KEY, await call<Plan>('PUT', `/api/users/${appUser!.uid}/plan`, body));
      onEnd();
    });
  }

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <TextArea
        ref={focusNextStep}
        label={title}
        placeholder={hint}
        value={words}
        maxLength={PLAN_WORDS_MAX_LENGTH}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {part === 'friends' && entries.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{title}</legend>
          <Friends chosen={contacts} onChange={setContacts} />
        </fieldset>
      )}
      {entries.length > 0 && (
        <Choice
          legend={t.whoMayReadThis}
          options={[
            ['none', t.onlyMe],
            ['some', t.theseFriends],
          ]}
          value={readers ? 'some' : 'none'}
          onChange={(value) => setReaders(value === 'some' ? [] : null)}
        >
          {readers && (
            <div className="mt-1 ms-8">
              <Friends chosen={readers} onChange={setReaders} />
              <p className="mt-1 text-ink-soft">{t.whileYouAskForSupport}</p>
            </div>
          )}
        </Choice>
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isPending}>
          {t.save}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}

interface FriendsProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Friends({ chosen, onChange }: FriendsProps) {
  const { data: entries = [] } = useConnections();
  return entries.map((friend) => (
    <Check
      key={friend.uid}
      label={fullName(friend)}
      isOn={chosen.includes(friend.uid)}
      onChange={(isOn) => onChange([...chosen.filter((uid) => uid !== friend.uid), ...(isOn ? [friend.uid] : [])])}
    />
  ));
}
