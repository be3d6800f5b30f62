import { Fragment, useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { CLOCK_KEY, has12Hours } from '#web/dates/hour-cycle.ts';
import { Asks } from '#web/features/asks/index.ts';
import { SyncChats } from '#web/features/chat/index.ts';
import { KeepCheckIns } from '#web/features/check-in/index.ts';
import { MoodNotice } from '#web/features/moods/index.ts';
import { Notices } from '#web/features/notices/index.ts';
import { KeepPlan } from '#web/features/plan/index.ts';
import { PushSync } from '#web/features/push/index.ts';
import { keepOnlyAnswersOf } from '#web/kept/index.ts';
import { keepAnswers } from '#web/kept/keep-answers.ts';
import { whenIdle } from '#web/loading/pending-work.ts';
import { keepOnlyOf } from '#web/outbox/index.ts';
import { keep } from '#web/storage.ts';
import { MarkSettled } from './mark-settled.ts';
import { prefetchScreens } from './prefetch-screens.ts';

/** What runs on every screen, and no screen needs to be shown. Most of it is for signed-in people, anew for each person. */
export function LateParts() {
  const { appUser } = useApp();
  const uid = appUser?.uid;
  const isKnown = appUser !== undefined;
  // At each start, because people change their clock.
  useEffect(() => whenIdle(() => keep(CLOCK_KEY, has12Hours() ? '12' : '24')), []);
  useEffect(() => void prefetchScreens(), []);
  useEffect(() => {
    if (!isKnown) return;
    void keepOnlyOf(uid);
    void keepOnlyAnswersOf(uid);
  }, [isKnown, uid]);
  useEffect(() => {
    if (uid !== undefined) return keepAnswers(uid);
  }, [uid]);
  return (
    <>
      <PushSync />
      <MarkSettled />
      {uid !== undefined && (
        <Fragment key={uid}>
          <SyncChats me={uid} />
          <MoodNotice uid={uid}>
            <Asks />
          </MoodNotice>
          <Notices me={uid} />
          <KeepPlan />
          <KeepCheckIns me={uid} />
        </Fragment>
      )}
    </>
  );
}
