/** Runs work of a key in turn. A failure fails those that wait: they would meet the same outage. */
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
