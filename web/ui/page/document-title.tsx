import { useEffect } from 'react';
import { PRODUCT } from '#contract/product.ts';

const parts = { count: '', news: '', screen: '' };

/** Changes parts of the tab's title: '(3) Grace will reach out · Chats · Moodring'. */
export function setTitle(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  document.title = parts.count + parts.news + parts.screen;
}

export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => setTitle({ screen: `${title} · ${PRODUCT}` }), [title]);
  return null;
}
