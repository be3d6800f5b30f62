import { useEffect, useState } from 'react';
import { type CallError, call } from './http.ts';

/** A call's answer or error, outside of the query cache, which a session check empties. @param path null for no call */
export function useAnswer<Answer>(path: string | null, body?: object) {
  const [known, setKnown] = useState<{ asked: string; answer: Answer | CallError }>();
  const [tries, setTries] = useState(0);
  const asked = `${path} ${JSON.stringify(body)} ${tries}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another body is another question
  useEffect(() => {
    if (path === null) return;
    let isWanted = true;
    const show = (answer: Answer | CallError) => isWanted && setKnown({ asked, answer });
    call<Answer>(body ? 'POST' : 'GET', path, body).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [asked]);

  return { answer: known?.asked === asked ? known.answer : undefined, tryAgain: () => setTries(tries + 1) };
}
