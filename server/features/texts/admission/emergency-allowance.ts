export type EmergencyAllowance = ReturnType<typeof createEmergencyAllowance>;

const HOUR_MS = 60 * 60 * 1000;

/** Per hour and node. A number may be texted for several friends; one person's call reaches a circle. */
const MAX = { all: 100, byPayer: 25, toNumber: 3 };

/**
 * The few calls for support that may be sent while limits cannot be counted. No person can use all of them.
 * @param now a monotonic clock, in milliseconds
 */
export function createEmergencyAllowance(now: () => number = () => performance.now()) {
  let endsAt = 0;
  let taken = new Map<string, number>();

  return {
    take(payer: string, phoneNumber: string): boolean {
      if (now() >= endsAt) {
        endsAt = now() + HOUR_MS;
        taken = new Map();
      }
      const limits = [
        ['all', MAX.all],
        [`by ${payer}`, MAX.byPayer],
        [`to ${phoneNumber}`, MAX.toNumber],
      ] as const;
      if (limits.some(([key, max]) => (taken.get(key) ?? 0) >= max)) return false;
      for (const [key] of limits) taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
  };
}
