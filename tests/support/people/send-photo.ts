import { expect } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { somePhoto } from './some-photo.ts';

interface Sent {
  /** The photo's id. */
  id: string;
  message: Message;
}

/** Uploads a photo and sends it in a message. */
export async function sendPhoto(
  from: Member,
  to: Member,
  { content = '', blur = '', photo = somePhoto() } = {},
): Promise<Sent> {
  const [id, message] = [crypto.randomUUID(), crypto.randomUUID()];
  const query = `message=${message}&to=${to.uid}${blur && `&blur=${blur}`}`;
  expect((await from.put(`/api/photos/${id}?${query}`, photo)).status).toBe(200);
  const { status, body } = await from.post('/api/messages', { id: message, receiver: to.uid, content, photos: [id] });
  expect(status).toBe(200);
  return { id, message: body };
}
