import type { SubmitEvent } from 'react';
import type { ChangePlanPart, Plan } from '#contract/account/plan.ts';
import type { PlanPartName } from '#contract/account/plan-parts.ts';
import { PLAN_WORDS_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CallError, call } from '#web/calls/http.ts';
import { FriendChecks, useConnections } from '#web/features/circle/index.ts';
import { applyEvent } from '#web/live/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { type Draft, drafts, setDraft } from './drafts.ts';
import { PART_WORDS } from './part-words.ts';
import { planKey } from './use-plan.ts';

interface PartFormProps {
  part: PlanPartName;
  draft: Draft;
  hasFocus: boolean;
  onEnd: () => void;
}

export function PartForm({ part, draft, hasFocus, onEnd }: PartFormProps) {
  const { words, contacts, readers, changedAt } = draft;
  const me = useApp().appUser?.uid ?? '';
  const { data: entries = [] } = useConnections();
  const { error, setError, isPending, submit } = useSubmit();
  const { title, hint } = PART_WORDS[part];
  // Only friends who are asked can read, and only where there are words.
  const asked = entries.filter(({ hidesMood }) => !hidesMood);
  const isShown = asked.length > 0 && words.trim() !== '';
  function change(changed: Partial<Draft>) {
    setDraft(part, { ...draft, ...changed });
    setError(null);
  }
  const path = `/api/users/${me}/plan`;

  function end() {
    setDraft(part, undefined);
    onEnd();
  }

  async function save() {
    const body: ChangePlanPart = {
      part,
      words,
      contacts: [...contacts],
      readers: [...(readers ?? [])],
      basedOn: changedAt,
    };
    const stored = await call<Plan>('PUT', path, body).catch(async (refusal) => {
      if (refusal instanceof CallError && refusal.code === 'too_late') rebase(await call<Plan>('GET', path));
      throw refusal;
    });
    applyEvent<Plan>(planKey(me), () => stored);
    if (drafts.get()[part] === draft) end();
    else rebase(stored);
  }

  /** The next 'Save' replaces what is stored. The draft may have changed meanwhile, or be gone with its person. */
  function rebase({ parts }: Plan) {
    const now = drafts.get()[part];
    const stored = parts.find((each) => each.part === part);
    if (now) setDraft(part, { ...now, changedAt: stored?.changedAt ?? null });
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isShown && readers?.length === 0) return setError(t.chooseAtLeastOne);
    void submit(save);
  }

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <TextArea
        ref={hasFocus ? focusNextStep : undefined}
        label={title}
        placeholder={hint}
        value={words}
        maxLength={PLAN_WORDS_MAX_LENGTH}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      {part === 'friends' && entries.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{title}</legend>
          <FriendChecks friends={entries} chosen={contacts} onChange={(uids) => change({ contacts: uids })} />
        </fieldset>
      )}
      {isShown && (
        <Choice
          legend={t.whoMayReadThis}
          options={[
            ['none', t.onlyMe],
            ['some', t.theseFriends],
          ]}
          value={readers ? 'some' : 'none'}
          onChange={(value) => change({ readers: value === 'some' ? [] : null })}
        >
          {readers && (
            <div className="mt-1 ms-8">
              <FriendChecks friends={asked} chosen={readers} onChange={(uids) => change({ readers: uids })} />
              <p className="mt-1 text-ink-soft">{t.onceTheyReachOut}</p>
            </div>
          )}
        </Choice>
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isPending}>
          {t.save}
        </Button>
        <Button variant="quiet" onClick={end}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}
