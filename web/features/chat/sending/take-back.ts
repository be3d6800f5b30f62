import { type Outcome, outboxOf } from '#web/outbox/index.ts';
import { returnToDraft } from '../composer/change-draft.ts';
import { drafts } from '../composer/drafts.ts';
import { giveBack } from '../photos/choosing/chosen-photos.ts';
import { listPhotos } from '../photos/photo-store.ts';
import type { OutgoingMessage } from './outgoing.ts';

/** Its words and photos are the draft again. @param reason why it was refused; null when its writer takes it back */
export async function takeBack(message: OutgoingMessage, reason: string | null): Promise<Outcome> {
  const { id, owner, receiver, content, photos } = message;
  const kept = photos ? await listPhotos(owner) : null;
  if (!(await outboxOf(owner).remove(id))) return 'done';
  const draft = drafts.read(owner, receiver);
  // Without words only the reason is shown: an empty line would be put before what was typed since.
  drafts.write(owner, receiver, { ...(content ? returnToDraft(draft, content) : draft), refusal: reason });
  const ids = new Set(photos?.map((photo) => photo.id));
  if (kept)
    await giveBack(
      owner,
      receiver,
      kept.photos.filter((photo) => ids.has(photo.id)),
    );
  return 'done';
}
