/** @throws in the promise, an error with these words, when `work` takes longer than `ms` milliseconds */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, words: string): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(words)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
