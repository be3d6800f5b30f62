import { useId, useState } from 'react';
import type { ConnectionRequest } from '#contract/consent.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { applyConnection, nameOf } from '#web/features/circle/index.ts';
import { queries } from '#web/query-cache.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useRequests } from './use-requests.ts';

/** Those who would like to be in the person's circle, above the search. 'Not now' tells them nothing. */
export function ConnectionRequests() {
  const me = useApp().appUser?.uid ?? '';
  const { data: requests = [], refetch } = useRequests(me);
  const { error, isPending, submit } = useSubmit();
  const [said, setSaid] = useState<string | null>(null);

  const answer = ({ uid, ...person }: ConnectionRequest, isAccepted: boolean) =>
    submit(async () => {
      setSaid(null);
      const path = `/api/users/${me}/requests/${uid}`;
      if (isAccepted) applyConnection(me, await call<ConnectionEntry>('POST', `${path}/accept`, {}));
      else await call('DELETE', path);
      await refetch();
      void queries.invalidateQueries({ queryKey: ['search'] });
      // When the row with the focus has gone.
      setSaid(isAccepted ? t.isInYourCircleNow({ name: nameOf(person) }) : t.notNowNobodyIsTold);
    });

  return (
    <>
      {requests.length > 0 && (
        <ul aria-label={t.whoWouldLikeToBeInYourCircle} className="mb-4 space-y-3">
          {requests.map((request) => (
            <Request
              key={request.uid}
              request={request}
              isPending={isPending}
              onAnswer={(isAccepted) => answer(request, isAccepted)}
            />
          ))}
        </ul>
      )}
      {/* The row's buttons are gone, and had the focus. */}
      <p
        key={said}
        ref={said ? focusNextStep : undefined}
        tabIndex={-1}
        role="status"
        className={said ? 'mb-4 font-medium' : ''}
      >
        {said}
      </p>
      <FormError>{error}</FormError>
    </>
  );
}

interface RequestProps {
  request: ConnectionRequest;
  isPending: boolean;
  onAnswer: (isAccepted: boolean) => void;
}

function Request({ request, isPending, onAnswer }: RequestProps) {
  const wordsId = useId();
  return (
    <li className="rounded-3xl bg-surface p-4 shadow-soft">
      <div className="flex items-center gap-4">
        <Avatar initials={request.initials} />
        <p id={wordsId} className="wrap-anywhere min-w-0 grow font-medium text-lg leading-snug">
          {t.wouldLikeToBeInYourCircle({ name: nameOf(request) })}
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button aria-describedby={wordsId} aria-disabled={isPending} onClick={() => onAnswer(true)}>
          {t.accept}
        </Button>
        <Button variant="quiet" aria-describedby={wordsId} aria-disabled={isPending} onClick={() => onAnswer(false)}>
          {t.notNow}
        </Button>
      </div>
    </li>
  );
}
