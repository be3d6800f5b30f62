import { type Count, type Limits, LimitsUnavailable, RateLimitExceeded } from '#server/limits/index.ts';

/** Whether a phone that texts us may be answered. Answers cost money, so callers give none while it is `unknown`. */
export async function countText(limits: Limits, text: Count): Promise<'some' | 'none' | 'unknown'> {
  try {
    await limits.count(text);
    return 'some';
  } catch (error) {
    if (error instanceof RateLimitExceeded) return 'none';
    if (error instanceof LimitsUnavailable) return 'unknown';
    throw error;
  }
}
