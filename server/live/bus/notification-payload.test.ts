import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFETCH } from './bus.ts';
import { linesOf, pack, unpack } from './notification-payload.ts';

const NODE = '0b0f8e5c-5a0c-4a53-9c5b-0d8d4a9c4c11';
const uids = fc.array(fc.uuid(), { minLength: 1, maxLength: 250 });
const event = fc.record({ type: fc.constant('message'), content: fc.string({ unit: 'binary', maxLength: 200 }) });

test('whatever is packed comes out in its order, and no parcel is larger than a notification may be', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ uids, event: event.map((value) => JSON.stringify(value)) })), (told) => {
      const parcels = pack(
        NODE,
        told.flatMap((one) => linesOf(one.uids, one.event)),
      );
      for (const parcel of parcels) {
        expect(Buffer.byteLength(parcel)).toBeLessThan(8_000);
        expect(parcel).not.toContain('\x1e');
      }
      const unpacked = parcels.map(unpack);
      expect(unpacked.every(({ node }) => node === NODE)).toBe(true);
      const flat = (lines: { uids: string[]; event: string }[]) =>
        lines.flatMap((line) => line.uids.map((uid) => [uid, line.event]));
      expect(flat(unpacked.flatMap(({ lines }) => lines))).toEqual(flat(told));
    }),
  );
});

test('an event that is too large becomes a word to fetch again, for the same people', () => {
  const some = Array.from({ length: 150 }, () => crypto.randomUUID());
  const parcels = pack(NODE, linesOf(some, JSON.stringify({ type: 'message', content: 'ä'.repeat(3_950) })));
  const lines = parcels.flatMap((parcel) => unpack(parcel).lines);
  expect(lines.flatMap((line) => line.uids)).toEqual(some);
  expect(new Set(lines.map((line) => line.event))).toEqual(new Set([REFETCH]));
});

test('a node with nothing to say says that it is there', () => {
  expect(pack(NODE, []).map(unpack)).toEqual([{ node: NODE, lines: [] }]);
});
