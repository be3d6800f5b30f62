import { type ReactNode, useState } from 'react';
import type { Topic } from '#contract/push.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { dayAndTime } from '#web/dates/format-date.ts';
import { copyText } from '#web/text/copy-text.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Rich } from '#web/ui/rich.tsx';
import { pushPath, usePush } from './subscription/push-calls.ts';

/** A topic is broken only where no line has room for it. */
function inOneLine(words: string): ReactNode {
  return <bdi className="inline-block">{words}</bdi>;
}

/** The address in the ntfy app that rings at calls for support. The test that it is saved with shows that it works. */
export function NtfyTopic({ uid }: { uid: string }) {
  const { data, error, put } = usePush(uid, true);
  /** Whether the person set or removed it here: then the words that follow get the focus, because the button is gone. */
  const [hasChanged, setChanged] = useState(false);
  const [said, setSaid] = useState('');
  if (!data) return error ? <FormError>{error}</FormError> : <Skeleton className="h-28" />;
  const words = { tabIndex: -1, ...(hasChanged && { ref: focusNextStep }) };

  async function change(given: Topic): Promise<undefined> {
    setSaid('');
    const changed = await call<Topic>('PUT', `${pushPath(uid)}/topic`, given);
    if (changed.topic !== null) setSaid(t.yourPhoneShouldRing);
    if (changed.topic !== data!.topic) setChanged(true);
    put({ ...data!, ...changed, topicRefuses: false, topicSentAt: Date.now() });
  }

  const { topic, topicRefuses, topicSentAt, proposedTopic } = data;
  const proposedName = new URL(proposedTopic).pathname.slice(1);

  async function copy(): Promise<void> {
    setSaid('');
    if (!(await copyText(proposedName))) throw new Error(t.cannotCopy);
    setSaid(t.copied);
  }

  return (
    <>
      {topic === null ? (
        <>
          <p key="off" className="wrap-anywhere" {...words}>
            <Rich parts={t.installNtfyAndSubscribe({ topic: proposedName, bdi: inOneLine })} />
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <ActionButton variant="quiet" action={copy}>
              {t.copy}
            </ActionButton>
            {/Android/.test(navigator.userAgent) && (
              <a href={proposedTopic.replace('https:', 'ntfy:')} className={buttonClass('quiet')}>
                {t.subscribeInNtfy}
              </a>
            )}
          </div>
          <div className="mt-5">
            <Form<'topic'> button={t.saveAndRingOnce} submit={change}>
              <Field
                label={t.addressForNtfy}
                type="url"
                name="topic"
                note={t.keepItToYourself}
                defaultValue={proposedTopic}
              />
            </Form>
          </div>
        </>
      ) : (
        <>
          <p key="on" className="wrap-anywhere font-medium" {...words}>
            <Rich parts={(topicRefuses ? t.nothingRingsAt : t.callsRingAt)({ topic, bdi: inOneLine })} />
          </p>
          {topicSentAt && (
            <p className="mt-1 text-ink-soft">{t.lastSentThere({ when: dayAndTime(topicSentAt, Date.now()) })}</p>
          )}
          <p className={`mt-1 ${topicRefuses ? 'font-medium text-danger' : 'text-ink-soft'}`}>
            {topicRefuses ? t.ntfyRefuses : t.keepItToYourself}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ActionButton variant="quiet" action={() => change({ topic })}>
              {t.ringOnce}
            </ActionButton>
            <ActionButton variant="quiet" action={() => change({ topic: null })}>
              {t.remove}
            </ActionButton>
          </div>
        </>
      )}
      {/* Always present, so that screen readers announce its words. */}
      <p role="status" className="font-medium not-empty:mt-4">
        {said}
      </p>
    </>
  );
}
