import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OwnAsk } from '#contract/asks.ts';
import * as t from '#language';
import { usePageVisible } from '#web/page-visible.ts';
import { setTitle } from '#web/ui/page/document-title.tsx';
import { answerWords, holdWords } from '../ask-words.ts';
import { serverNow } from '../server-clock.ts';
import { whoComes } from './own-state.ts';

/** Time for screen readers to notice a live region, before it says something. */
const NOTICED_MS = 150;
/** How long the tab's title has news once the person can see it. */
const IN_TITLE_MS = 10_000;

/** Says once, to screen readers and in the tab's title, what changes about the person's own ask. */
export function AnnounceAnswers({ ask }: { ask: OwnAsk | null }) {
  const [text, setText] = useState('');
  const [news, setNews] = useState<string | null>(null);
  const isVisible = usePageVisible();
  const known = useRef<ReadonlySet<string> | null>(null);
  const choice = ask && `${ask.id} ${ask.calledAt}`;
  const answers = ask?.answers.map(answerKey).join();

  const sayHold = useEffectEvent(() => {
    if (!ask || ask.closed || ask.report.asked === 0 || serverNow() >= ask.textsAt) return;
    setText(`${holdWords(ask.level, ask.textsAt, serverNow())}${t.sentenceSpace}${t.youCanUndoIt}`);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    const timer = setTimeout(sayHold, NOTICED_MS);
    return () => clearTimeout(timer);
  }, [choice]);

  const sayAnswers = useEffectEvent(() => {
    const before = known.current;
    // Who had to go is no news.
    const now = ask ? whoComes(ask) : [];
    known.current = new Set(now.map(answerKey));
    if (before === null) return;
    const fresh = now.filter((answer) => !before.has(answerKey(answer)));
    if (fresh.length === 0) return;
    const words = fresh.map((answer) => answerWords(answer, null, serverNow()));
    setText(words.join(t.listComma));
    setNews(words.at(-1)!);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the answers
  useEffect(sayAnswers, [answers]);

  useEffect(() => setTitle({ news: news ? `${news} · ` : '' }), [news]);
  useEffect(() => () => setTitle({ news: '' }), []);
  useEffect(() => {
    if (news === null || !isVisible) return;
    const timer = setTimeout(() => setNews(null), IN_TITLE_MS);
    return () => clearTimeout(timer);
  }, [news, isVisible]);

  return createPortal(
    <p aria-live="polite" className="sr-only" data-about="own ask">
      {text}
    </p>,
    document.body,
  );
}

function answerKey({ uid, answer, answeredAt }: OwnAsk['answers'][number]): string {
  return [uid, answer, answeredAt].join(' ');
}
