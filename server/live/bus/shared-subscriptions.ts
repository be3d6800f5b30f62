import type { Following } from './bus.ts';

interface Subscription {
  /** Resolves when it holds. */
  effective: Promise<void>;
  unsubscribe(): void;
}

/** One subscription for each person, held as long as one of their sockets needs it. */
export function sharedSubscriptions(subscribe: (uid: string) => Subscription): (uid: string) => Following {
  const followed = new Map<string, Subscription & { sockets: number }>();
  return (uid) => {
    const person = followed.get(uid) ?? { ...subscribe(uid), sockets: 0 };
    followed.set(uid, person);
    person.sockets += 1;
    return {
      begun: person.effective,
      end() {
        person.sockets -= 1;
        if (person.sockets > 0) return;
        followed.delete(uid);
        person.unsubscribe();
      },
    };
  };
}
