import { previewText } from '#contract/chat/preview-text.ts';
import { setUnsent, type Unsent } from '#web/features/circle/index.ts';
import { outboxOf } from '#web/outbox/index.ts';
import { drafts } from '../composer/drafts.ts';
import { chatsOf, loadChosen, readChosen, subscribeToChosen } from '../photos/choosing/chosen-photos.ts';
import { outgoingOf } from './outgoing.ts';

/** Tells the lists' previews of `me`'s drafts and messages on their way. @returns stops that */
export function watchUnsent(me: string): () => void {
  const update = () => setUnsent(unsentOf(me));
  const stops = [drafts.subscribe(update), subscribeToChosen(update), outboxOf(me).items.subscribe(update)];
  update();
  void loadChosen(me);
  return () => {
    for (const stop of stops) stop();
    setUnsent(new Map());
  };
}

function unsentOf(me: string): Map<string, Unsent> {
  const found = new Map<string, Unsent>();
  for (const message of outgoingOf(outboxOf(me).items.get()))
    found.set(message.receiver, { mine: true, text: previewText(message.content) });
  for (const other of new Set([...drafts.others(me), ...chatsOf(me)])) {
    const { photos } = readChosen(me, other);
    const text = previewText(drafts.read(me, other).text);
    if (text !== '' || photos.length > 0) found.set(other, { draft: true, mine: true, text });
  }
  return found;
}
