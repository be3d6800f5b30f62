import { useEffect, useEffectEvent } from 'react';

/** The unread count in front of the title stays the first thing in it (use-unread-badge.ts). */
const COUNT = /^(?:\(\d+\) )?/;
const SHOWN_MS = 10_000;

/** Puts news before the tab's title: `(3) Grace will reach out · Chats · Moodring`, until the person has had time to see the tab. */
export function useTitleNews(news: string | null, onSeen: () => void): void {
  const seen = useEffectEvent(onSeen);

  useEffect(() => {
    if (news === null) return;
    const prefix = `${news} · `;
    const write = () => {
      const [count] = COUNT.exec(document.title)!;
      const rest = document.title.slice(count.length);
      if (!rest.startsWith(prefix)) document.title = count + prefix + rest;
    };
    write();
    // Screens set their own titles.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(prefix, '');
    };
  }, [news]);

  useEffect(() => {
    if (news === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(seen, SHOWN_MS);
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [news]);
}
