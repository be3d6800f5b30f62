import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventLines, pack, sessionsEndedLine, unpack } from './notification-payload.ts';

const NODE = '0b0f8e5c-5a0c-4a53-9c5b-0d8d4a9c4c11';
const uids = fc.array(fc.uuid(), { minLength: 1, maxLength: 250 });
const event = fc.record({ type: fc.constant('message'), content: fc.string({ unit: 'binary', maxLength: 200 }) });

test('events are unpacked in their order, beside ended sessions, and no payload is larger than a notification may be', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ uids, event: event.map((value) => JSON.stringify(value)) })), (published) => {
      const payloads = pack(
        NODE,
        published.flatMap((one) => [...eventLines(one.uids, one.event), sessionsEndedLine(one.uids[0]!)]),
      );
      for (const payload of payloads) {
        expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
        expect(payload).not.toContain('\x1e');
      }
      const unpacked = payloads.map(unpack);
      expect(unpacked.every(({ node }) => node === NODE)).toBe(true);
      const flat = (events: { uids: string[]; event: string }[]) =>
        events.flatMap((one) => one.uids.map((uid) => [uid, one.event]));
      expect(flat(unpacked.flatMap(({ events }) => events))).toEqual(flat(published));
      expect(unpacked.flatMap(({ sessionsEnded }) => sessionsEnded)).toEqual(published.map((one) => one.uids[0]));
    }),
  );
});
