import { drafts } from '../composer/drafts.ts';
import { returnToDraft } from '../composer/return-to-draft.ts';
import { outgoingQueue } from '../sending/outgoing-queue.ts';
import { forgetPhotos } from './photo-store.ts';

/** Takes a message back whose photos are on their way. Its words return to the input. */
export async function cancelPhotos(me: string, id: string): Promise<void> {
  const queue = outgoingQueue(me);
  const message = queue.list().find((each) => each.id === id);
  if (!message || message.areUploaded || !queue.remove(id)) return;
  const { receiver, content, photos = [] } = message;
  const draft = drafts.read(me, receiver);
  if (content !== '') drafts.write(me, receiver, { ...returnToDraft(draft, content, ''), refusal: null });
  await forgetPhotos(photos.map((photo) => photo.id));
}
