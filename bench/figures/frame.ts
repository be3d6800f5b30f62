import type { FrameLoad, FrameRun } from '#bench/loads/frame-load.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript } from '#bench/rig/child-processes.ts';

const LOAD = { people: 100, framesEach: 4, turns: 150 };
const ROUNDS = { full: 9, quick: 3 };
/** Measured 4.9 to 5.6. Without the check of the frame it is about 1 lower, so a second check would exceed this. */
const GOAL = 6;

/** The app's own part of a message: reading and checking its frame, limits, and writing the two frames that it causes. */
export const frame: Figure = {
  name: 'frame',
  async measure({ log, size }) {
    const load: FrameLoad = { ...LOAD, rounds: ROUNDS[size] };
    const { product, json } = await runScript<FrameRun>('loads/frame-load.ts', load);
    log(`rounds: ${product.map((time, round) => `${time.toFixed(2)} / ${json[round]!.toFixed(2)}`).join(', ')} µs`);
    const messages = LOAD.people * LOAD.framesEach;
    return [
      {
        figure: 'the app’s own part of a message',
        unit: 'µs',
        ours: median(product),
        reference: median(json),
        goal: { atMost: GOAL },
        note: `CPU from the bytes of a masked frame to the bytes of \`sent\` and \`message\`, in the product’s code on stubs of network and database, ${messages} messages at a time; reference: JSON.parse and JSON.stringify of the same frames; medians of ${load.rounds} rounds in turn`,
      },
    ];
  },
};
