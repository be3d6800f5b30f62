/** The browser's push service is out of reach, or it never answers (seen in Chromium without a connection to Google). */
const NO_ANSWER = 'Your browser’s notification service did not answer. Please try again later.';

/** @throws in the promise, with words for people, when `work` takes longer than `ms` milliseconds */
export async function withTimeLimit<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(NO_ANSWER)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
