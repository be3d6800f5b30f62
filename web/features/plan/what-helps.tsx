import type { FriendPlan } from '#contract/account/plan.ts';
import * as t from '#language';
import { useResource } from '#web/calls/use-resource.ts';
import { useLiveEvent } from '#web/live/index.ts';
import { Popover } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { PART_WORDS } from './part-words.ts';

interface WhatHelpsProps {
  ask: string;
  name: string;
  className: string;
}

/** What a friend who asks for support has written for those who help. */
export function WhatHelps({ ask, name, className }: WhatHelpsProps) {
  const label = (
    <span className="wrap-anywhere min-w-0">
      <Rich parts={t.whatHelps({ name, bdi })} />
    </span>
  );
  return (
    <Popover label={label} className={`${className} max-w-full`}>
      <WhatHelpsList ask={ask} name={name} />
    </Popover>
  );
}

export function WhatHelpsList({ ask, name }: Omit<WhatHelpsProps, 'className'>) {
  const { data, error, refetch } = useResource<FriendPlan>(`/api/asks/${ask}/plan`);
  useLiveEvent('friend-ask', ({ id }) => {
    if (id === ask) void refetch();
  });
  return (
    <>
      <h2 className="wrap-anywhere font-semibold text-lg">
        <Rich parts={t.whatHelps({ name, bdi })} />
      </h2>
      <p className="wrap-anywhere text-ink-soft">{t.writtenBy({ name })}</p>
      {data && (
        <dl className="space-y-3">
          {data.parts.map(({ part, words }) => (
            <div key={part}>
              <dt className="font-semibold">{PART_WORDS[part].title}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {words}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data?.parts.length === 0 && <p>{t.nothingToReadAnyMore}</p>}
      <FormError>{error}</FormError>
    </>
  );
}
