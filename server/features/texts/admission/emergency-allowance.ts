/** Texts that ask for support and may go although no limit can be counted: few, by this process's memory alone. */
export interface EmergencyAllowance {
  /** Takes one. @returns whether there was one left */
  take(payer: string, phoneNumber: string): boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/** Within an hour, for a node. One number is texted for different friends, one person's call reaches a circle. */
const MOST = { all: 100, ofPayer: 25, toNumber: 3 };

/**
 * Texts wait while their limits cannot be counted, because they cost money and reach strangers. A call for help does not:
 * some go out all the same, and nobody can have all of them.
 * @param now a steady clock, in milliseconds
 */
export function createEmergencyAllowance(now: () => number = () => performance.now()): EmergencyAllowance {
  let endsAt = 0;
  let taken = new Map<string, number>();

  return {
    take(payer, phoneNumber) {
      if (now() >= endsAt) {
        endsAt = now() + HOUR_MS;
        taken = new Map();
      }
      const places = [
        ['all', MOST.all],
        [`by ${payer}`, MOST.ofPayer],
        [`to ${phoneNumber}`, MOST.toNumber],
      ] as const;
      if (places.some(([place, most]) => (taken.get(place) ?? 0) >= most)) return false;
      for (const [place] of places) taken.set(place, (taken.get(place) ?? 0) + 1);
      return true;
    },
  };
}
