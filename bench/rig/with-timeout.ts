const WITHIN_MS = 30_000;

/** What takes longer hangs. @throws when it does, naming what it was */
export async function inTime<Answer>(what: string, coming: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${WITHIN_MS} ms: ${what}`)), WITHIN_MS);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
