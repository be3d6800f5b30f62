/** Shifts the clock of a process: `CLOCK_SHIFT_MS=… node --import shifted-clock-process.ts …`. */
const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS);
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(ShiftedDate.now());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RightDate.now() + SHIFT_MS;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
