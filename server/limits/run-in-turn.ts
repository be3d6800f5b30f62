/**
 * Runs work with the same key one after the other, and work with other keys at the same time. When one fails, those that wait
 * for it fail with its error: a database that does not answer must not keep each of them waiting.
 */
export function createTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();

  return (key, work) => {
    const turn = last.get(key)?.then(work) ?? work();
    last.set(key, turn);
    const end = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(end, end);
    return turn;
  };
}
