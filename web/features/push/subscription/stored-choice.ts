import { forget, keep, readKept } from '#web/storage.ts';

export type PushChoice = 'on' | 'refused';

const PREFIX = 'push:';

export function readChoice(uid: string): PushChoice | null {
  const [choice] = read(uid);
  return choice === 'on' || choice === 'refused' ? choice : null;
}

/** When the server was last told of this browser's subscription, in milliseconds; 0 for never. */
export function readRenewedAt(uid: string): number {
  return Number(read(uid)[1] ?? 0);
}

export function storeChoice(uid: string, choice: PushChoice, renewedAt = 0): void {
  keep(PREFIX + uid, `${choice} ${renewedAt}`);
}

/** After a sign-out nobody gets notifications here. Refusals stay, so that nobody is asked twice. */
export function forgetWhoIsOn(): void {
  forget((key) => key.startsWith(PREFIX) && readChoice(key.slice(PREFIX.length)) === 'on');
}

function read(uid: string): string[] {
  return readKept(PREFIX + uid)?.split(' ') ?? [];
}
