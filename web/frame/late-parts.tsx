import { Fragment, useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { Asks } from '#web/features/asks/index.ts';
import { SyncChats } from '#web/features/chat/index.ts';
import { MoodNotice } from '#web/features/moods/index.ts';
import { Notices } from '#web/features/notices/index.ts';
import { keepOnlyOf } from '#web/outbox/index.ts';
import { MarkSettled } from './mark-settled.ts';

/** What runs on every screen, and no screen needs to be shown. Most of it is for signed-in people, anew for each person. */
export function LateParts() {
  const { appUser } = useApp();
  const uid = appUser?.uid;
  const isKnown = appUser !== undefined;
  useEffect(() => {
    if (isKnown) void keepOnlyOf(uid);
  }, [isKnown, uid]);
  return (
    <>
      <MarkSettled />
      {uid !== undefined && (
        <Fragment key={uid}>
          <SyncChats me={uid} />
          <MoodNotice uid={uid}>
            <Asks me={uid} />
          </MoodNotice>
          <Notices me={uid} />
        </Fragment>
      )}
    </>
  );
}
