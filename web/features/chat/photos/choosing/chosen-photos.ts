import { isBlank } from '#contract/is-blank.ts';
import { newId } from '#contract/new-id.ts';
import { PHOTOS_PER_MESSAGE } from '#contract/sizes.ts';
import type { Quote } from '#contract/views.ts';
import * as t from '#language';
import { outboxOf } from '#web/outbox/index.ts';
import { createStore, useStore } from '#web/store.ts';
import { readStoredUser } from '#web/stored-user.ts';
import { queueMessage } from '../../sending/outgoing.ts';
import { forgetPhoto, type KeptPhoto, keepPhoto, listPhotos } from '../photo-store.ts';
import { prepareFile } from './prepare-photo.ts';

export interface Chosen {
  photos: readonly KeptPhoto[];
  preparing: number;
  problem: string | null;
  /** Whether the person has sent them already: they go when they are ready. */
  isSent: boolean;
}

const NONE: Chosen = { photos: [], preparing: 0, problem: null, isSent: false };

const chosen = createStore<ReadonlyMap<string, Chosen>>(new Map(), { isPersonal: true });

export function readChosen(me: string, other: string): Chosen {
  return chosen.get().get(`${me}:${other}`) ?? NONE;
}

export function useChosen(me: string, other: string): Chosen {
  return useStore(chosen, () => readChosen(me, other));
}

export const subscribeToChosen = chosen.subscribe;

function change(me: string, other: string, changes: Partial<Chosen>): void {
  chosen.set(new Map([...chosen.get(), [`${me}:${other}`, { ...readChosen(me, other), ...changes }]]));
}

export async function loadChosen(me: string): Promise<void> {
  const stored = await listPhotos(me);
  if (!stored) return;
  // What was sent meanwhile, too.
  for (const { photos = [] } of outboxOf(me).items.get()) for (const { id } of photos) stored.used.add(id);
  const mine = stored.photos.filter(({ id }) => !stored.used.has(id));
  const others = new Set([...mine.map(({ other }) => other), ...chatsOf(me)]);
  for (const other of others) change(me, other, { photos: mine.filter((photo) => photo.other === other) });
}

/** Those for whom `me` has chosen photos; some may have none any more. */
export function chatsOf(me: string): string[] {
  return [...chosen.get().keys()].filter((key) => key.startsWith(`${me}:`)).map((key) => key.slice(me.length + 1));
}

/** Makes the files small and adds them to the next message. What cannot be sent is left out, with a reason. */
export async function choosePhotos(me: string, other: string, files: readonly File[]): Promise<void> {
  const { photos, preparing } = readChosen(me, other);
  const room = Math.max(0, PHOTOS_PER_MESSAGE - photos.length - preparing);
  const taken = files.slice(0, room);
  const problem = taken.length < files.length ? t.tooManyPhotos({ photos: PHOTOS_PER_MESSAGE }) : null;
  change(me, other, { preparing: preparing + taken.length, problem });
  for (const file of taken) {
    const result = await prepare(me, other, file);
    // After a sign-out nothing more is kept.
    if (readStoredUser()?.uid !== me) return;
    if (typeof result !== 'string') await keepPhoto(result);
    const now = readChosen(me, other);
    const isPicture = typeof result !== 'string';
    const problem = isPicture ? now.problem : result;
    change(me, other, {
      preparing: Math.max(0, now.preparing - 1),
      photos: isPicture ? [...now.photos.filter(({ id }) => id !== result.id), result] : now.photos,
      problem,
      // A file that turned out to be no picture: its writer should see that first.
      isSent: now.isSent && problem === null,
    });
  }
}

let lastAt = 0;

async function prepare(me: string, other: string, file: File): Promise<KeptPhoto | string> {
  try {
    lastAt = Math.max(Date.now(), lastAt + 1);
    return { ...(await prepareFile(file)), id: newId(), owner: me, other, at: lastAt };
  } catch (error) {
    return (error as Error).message;
  }
}

export function removeChosen(me: string, other: string, id: string): void {
  const { photos } = readChosen(me, other);
  change(me, other, { photos: photos.filter((photo) => photo.id !== id), problem: null });
  void forgetPhoto(id);
}

export function sendWhenReady(me: string, other: string, isSent: boolean): void {
  change(me, other, { isSent });
}

/** Sends the chosen photos with these words. @returns false while they are made ready; null when there are none */
export function sendPhotos(me: string, other: string, words: string, quote: Quote | undefined): boolean | null {
  const { photos, preparing } = readChosen(me, other);
  if (preparing > 0) {
    sendWhenReady(me, other, true);
    return false;
  }
  if (photos.length === 0) return null;
  const views = photos.map(({ id, width, height, blur }) => ({ id, width, height, blur }));
  queueMessage(me, other, isBlank(words) ? '' : words, { quote, photos: views });
  // The message keeps them now.
  change(me, other, { photos: [], problem: null });
  return true;
}

/** Gives the photos of a message that was refused back to their writer, under new ids: the old ones may be in use. */
export async function giveBack(me: string, other: string, photos: readonly KeptPhoto[]): Promise<void> {
  const again = photos.map((photo) => ({ ...photo, id: newId() }));
  change(me, other, { photos: [...again, ...readChosen(me, other).photos].slice(0, PHOTOS_PER_MESSAGE) });
  for (const photo of again) await keepPhoto(photo);
}
