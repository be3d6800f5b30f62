import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PEOPLE_PER_MESSAGE } from './node-message.ts';
import { eventLines, messageLine, pack, unpack } from './notification-payload.ts';

const NODE = '0b0f8e5c-5a0c-4a53-9c5b-0d8d4a9c4c11';
const uids = fc.array(fc.uuid(), { minLength: 1, maxLength: 250 });
const event = fc.record({ type: fc.constant('message'), content: fc.string({ unit: 'binary', maxLength: 200 }) });

test('events are unpacked in their order, and no payload is larger than a notification may be', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ uids, event: event.map((value) => JSON.stringify(value)) })), (published) => {
      const payloads = pack(
        NODE,
        published.flatMap((one) => eventLines(one.uids, one.event)),
      );
      for (const payload of payloads) {
        expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
        expect(payload).not.toContain('\x1e');
      }
      const unpacked = payloads.map(unpack);
      expect(unpacked.every(({ session }) => session === NODE)).toBe(true);
      const flat = (lines: { uids: string[]; event: string }[]) =>
        lines.flatMap((line) => line.uids.map((uid) => [uid, line.event]));
      expect(flat(unpacked.flatMap(({ lines }) => lines))).toEqual(flat(published));
    }),
  );
});

test('a message between nodes fits into a notification, also beside events', () => {
  const people = Array.from({ length: PEOPLE_PER_MESSAGE }, () => crypto.randomUUID());
  const n = Number.MAX_SAFE_INTEGER;
  const largest = { type: 'list', to: `${NODE}.1000000`, n, people, isFirst: false, isLast: false } as const;
  const lines = [messageLine(largest), ...eventLines(['ada'], '{}'), messageLine({ type: 'ended', uid: 'grace' })];
  const payloads = pack(NODE, lines);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  const unpacked = payloads.map(unpack);
  expect(unpacked.flatMap(({ messages }) => messages)).toEqual([largest, { type: 'ended', uid: 'grace' }]);
  expect(unpacked.flatMap(({ lines }) => lines)).toEqual([{ uids: ['ada'], event: '{}' }]);
});
