import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/**
 * Shows what waits for the person, unread messages and open asks without an answer, in the tab's title, `(3) Chats · Moodring`,
 * and on the installed app's icon.
 */
export function useBadge(waiting: number): void {
  useEffect(() => {
    // Screens set their own titles, so each change gets the count again.
    const write = (count: string) => {
      const title = count + document.title.replace(COUNT, '');
      if (title !== document.title) document.title = title;
    };
    const writeCount = () => write(waiting === 0 ? '' : `(${waiting}) `);
    writeCount();
    const observer = new MutationObserver(writeCount);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      write('');
    };
  }, [waiting]);

  useEffect(() => {
    setAppBadge(waiting);
    return () => setAppBadge(0);
  }, [waiting]);
}

/** Firefox has no badges, and browsers refuse them for an app that is not installed: the title is there in any case. */
function setAppBadge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
}
