import { useEffect } from 'react';
import { PRODUCT } from '#contract/product.ts';

/** Names the browser's tab after the screen: 'Chats · Moodring'. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return null;
}
