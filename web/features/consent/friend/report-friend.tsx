import { useId, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import { REPORT_MAX_LENGTH } from '#contract/sizes.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { useLocalHelp } from '#web/help/use-local-help.ts';
import { Check } from '#web/ui/forms/check.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { bdi, Rich } from '#web/ui/rich.tsx';

const FEW_LEFT = 100;

export function ReportFriend({ uid, name }: { uid: string; name: string }) {
  const countId = useId();
  const [reason, setReason] = useState('');
  const [withMessages, setWithMessages] = useState(false);
  const [isSent, setSent] = useState(false);
  const left = REPORT_MAX_LENGTH - reason.length;

  async function send() {
    if (isBlank(reason)) throw new Error(t.pleaseSayWhatHappened);
    await call('POST', '/api/reports', { uid, reason, withMessages });
    setReason('');
    setSent(true);
  }

  return (
    <div>
      <h3 className="font-semibold text-lg">
        <Rich parts={t.reportPerson({ name, bdi })} />
      </h3>
      <ReportWords />
      {isSent ? (
        <p
          ref={focusNextStep}
          tabIndex={-1}
          role="status"
          className="mt-4 rounded-2xl bg-accent-soft px-4 py-3 font-medium"
        >
          {t.reportIsStored}
        </p>
      ) : (
        <div className="mt-4">
          <Form button={t.sendTheReport} submit={send}>
            <div>
              <TextArea
                label={t.whatHappened}
                value={reason}
                maxLength={REPORT_MAX_LENGTH}
                aria-describedby={countId}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <p id={countId} className="mt-1 text-ink-soft tabular-nums">
                {left <= FEW_LEFT && t.charactersLeft({ count: left })}
              </p>
            </div>
            <Check label={t.addLastMessages} isOn={withMessages} onChange={setWithMessages} />
          </Form>
        </div>
      )}
    </div>
  );
}

function ReportWords() {
  const number = useLocalHelp()?.emergency;
  const link = (words: string) => (
    <a href={number?.href ?? '/help'} className="font-semibold underline">
      {words}
    </a>
  );
  return (
    <p className="mt-1">
      <Rich parts={number ? t.reportMeansNumber({ number: number.words, link }) : t.reportMeans({ link })} />
    </p>
  );
}
