import { useState } from 'react';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { HomeScreenSteps } from './install/home-screen-steps.tsx';
import { readChoice, storeChoice } from './subscription/stored-choice.ts';
import { pushSupport } from './subscription/support.ts';
import { TurnOn } from './turn-on.tsx';

export function PushCard() {
  const uid = useApp().appUser?.uid ?? '';
  const [support] = useState(pushSupport);
  const [isAsking, setAsking] = useState(() => readChoice(uid) === null);
  if (!isAsking || support === 'unsupported' || support === 'blocked') return null;

  function refuse() {
    storeChoice(uid, 'refused');
    setAsking(false);
  }

  const notNow = (
    <Button variant="quiet" onClick={refuse}>
      {t.notNow}
    </Button>
  );
  return (
    <section aria-labelledby="push-card" className="mt-5 rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <h2 id="push-card" className="font-semibold text-xl">
        {t.knowWhenAFriendNeedsYouTitle}
      </h2>
      {support === 'install-first' ? (
        <div className="mt-3 space-y-4">
          <HomeScreenSteps />
          {notNow}
        </div>
      ) : (
        <TurnOn uid={uid} other={notNow} />
      )}
    </section>
  );
}
