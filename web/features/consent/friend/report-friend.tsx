import { useId, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import { REPORT_MAX_LENGTH } from '#contract/sizes.ts';
import { call } from '#web/calls/http.ts';
import { useLocalHelp } from '#web/features/asks/index.ts';
import { Check } from '#web/ui/forms/check.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

const FEW_LEFT = 100;

export function ReportFriend({ uid, name }: { uid: string; name: string }) {
  const countId = useId();
  const [reason, setReason] = useState('');
  const [withMessages, setWithMessages] = useState(false);
  const [isSent, setSent] = useState(false);
  const left = REPORT_MAX_LENGTH - reason.length;

  async function send() {
    if (isBlank(reason)) throw new Error('Please say what happened.');
    await call('POST', '/api/reports', { uid, reason, withMessages });
    setReason('');
    setSent(true);
  }

  return (
    <div>
      <h3 className="font-semibold text-lg">
        Report <bdi>{name}</bdi>
      </h3>
      <ReportWords />
      {isSent ? (
        <p
          ref={focusNextStep}
          tabIndex={-1}
          role="status"
          className="mt-4 rounded-2xl bg-accent-soft px-4 py-3 font-medium"
        >
          Thank you. Your report is stored.
        </p>
      ) : (
        <div className="mt-4">
          <Form button="Send the report" submit={send}>
            <div>
              <TextArea
                label="What happened?"
                value={reason}
                maxLength={REPORT_MAX_LENGTH}
                aria-describedby={countId}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <p id={countId} className="mt-1 text-ink-soft tabular-nums">
                {left <= FEW_LEFT && `${left} characters left`}
              </p>
            </div>
            <Check label="Add our last 5 messages" isOn={withMessages} onChange={setWithMessages} />
          </Form>
        </div>
      )}
    </div>
  );
}

function ReportWords() {
  const number = useLocalHelp()?.emergency;
  return (
    <p className="mt-1">
      The person who runs this Moodring reads it, maybe not today. In danger, call{' '}
      <a href={number?.href ?? '/help'} className="font-semibold underline">
        {number?.words ?? 'the emergency services'}
      </a>
      .
    </p>
  );
}
