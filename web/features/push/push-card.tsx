import { type ReactNode, useState } from 'react';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { HomeScreenSteps } from './install/home-screen-steps.tsx';
import { usePush } from './subscription/push-calls.ts';
import { readChoice, storeChoice } from './subscription/stored-choice.ts';
import { pushSupport } from './subscription/support.ts';
import { TurnOn } from './turn-on.tsx';

export function PushCard() {
  const uid = useApp().appUser?.uid ?? '';
  const [support] = useState(pushSupport);
  const [isAsking, setAsking] = useState(() => readChoice(uid) === null);
  // Fetched at each start (push-sync.tsx).
  const { data } = usePush(uid, false);
  if (data?.device?.isSilent && data.device.about !== 'none')
    return (
      <Card title={t.notificationsMayNotArrive}>
        <p className="mt-1 text-ink-soft">{t.noneForAWeek}</p>
        <Link to="/settings/news" className={`mt-4 ${buttonClass('quiet')}`}>
          {t.whatReachesMe}
        </Link>
      </Card>
    );
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
    <Card title={t.knowWhenAFriendNeedsYouTitle}>
      {support === 'install-first' ? (
        <div className="mt-3 space-y-4">
          <HomeScreenSteps />
          {notNow}
        </div>
      ) : (
        <TurnOn uid={uid} other={notNow} />
      )}
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="push-card" className="mt-5 rounded-3xl bg-surface p-5 shadow-soft md:p-6">
      <h2 id="push-card" className="font-semibold text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
