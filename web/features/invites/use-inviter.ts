import { useEffect, useState } from 'react';
import type { Inviter } from '#contract/account/invites.ts';
import { CallError, call } from '#web/http.ts';
import { pendingInvite } from './pending-invite.ts';

interface Look {
  code: string;
  answer: Inviter | CallError;
}

/**
 * Who invites with a code: undefined while loading, or the error of the call. Not in the query cache, because that is cleared
 * when the session check finds nobody signed in.
 * @param code undefined for none
 */
export function useInviter(code: string | undefined) {
  const [look, setLook] = useState<Look | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    if (code === undefined) return;
    let isWanted = true;
    const keep = (answer: Look['answer']) => {
      if (isWanted) setLook({ code, answer });
    };
    call<Inviter>('POST', '/api/invites/look', { code }).then(keep, keep);
    return () => {
      isWanted = false;
    };
  }, [code, tries]);

  function lookAgain() {
    setLook(null);
    setTries(tries + 1);
  }

  return { answer: look?.code === code ? look?.answer : undefined, lookAgain };
}

/** The name of somebody who invites. */
export function inviterName({ firstname, lastname }: Inviter): string {
  return `${firstname} ${lastname}`.trim() || 'A friend';
}

/** On the way through sign-up and log-in: whom the invitation that was opened before is from; undefined for none. */
export function useInvitationNote(): string | undefined {
  const { answer } = useInviter(pendingInvite.read());
  if (!answer || answer instanceof CallError || !answer.connects) return undefined;
  return `Then one tap connects you with ${inviterName(answer)}.`;
}
