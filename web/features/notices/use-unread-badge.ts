import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/** Shows the number of unread messages in the tab's title, `(3) Chats · Moodring`, and on the installed app's icon. */
export function useUnreadBadge(unread: number): void {
  useEffect(() => {
    // Screens set their own titles, so each change gets the count again.
    const write = (count: string) => {
      const title = count + document.title.replace(COUNT, '');
      if (title !== document.title) document.title = title;
    };
    const writeUnread = () => write(unread === 0 ? '' : `(${unread}) `);
    writeUnread();
    const observer = new MutationObserver(writeUnread);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      write('');
    };
  }, [unread]);

  useEffect(() => {
    setAppBadge(unread);
    return () => setAppBadge(0);
  }, [unread]);
}

/** Firefox has no badges, and browsers refuse them for an app that is not installed: the title is there in any case. */
function setAppBadge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
}
