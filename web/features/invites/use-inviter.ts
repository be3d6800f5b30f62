import { useEffect, useState } from 'react';
import type { Inviter } from '#contract/account/invites.ts';
import { type CallError, call } from '#web/http.ts';

interface Look {
  code: string;
  answer: Inviter | CallError;
}

/**
 * Who invites with a code: undefined while loading, or the error of the call. Not in the query cache, because that is cleared
 * when the session check finds nobody signed in.
 */
export function useInviter(code: string) {
  const [look, setLook] = useState<Look | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
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

  return { answer: look?.code === code ? look.answer : undefined, lookAgain };
}
