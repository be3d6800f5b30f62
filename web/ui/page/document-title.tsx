import { useEffect } from 'react';
import { PRODUCT } from '#contract/product.ts';

/** Sets the title of the browser's tab: 'Chats · Moodring'. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return null;
}
