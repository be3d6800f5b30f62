import type { Message } from '#contract/views.ts';

/** A message of Grace to the person `me`, or the other way round. */
export function someMessage(seq: number, change: Partial<Message> = {}): Message {
  const { sender = 'grace' } = change;
  return {
    ...{ id: `id-${seq}`, seq, sender, receiver: sender === 'me' ? 'grace' : 'me' },
    ...{ content: `Message ${seq}`, timestamp: seq * 1000, read: false },
    ...change,
  };
}
