import { type ChangeEvent, type RefObject, useEffect, useRef } from 'react';
import * as t from '#language';
import { usePageVisible } from '#web/page-visible.ts';
import { CROSS, LineIcon } from '#web/ui/line-icon.tsx';
import { markRoot, scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { LocalPhoto } from '../local-photo.tsx';
import { choosePhotos, loadChosen, removeChosen, sendWhenReady, useChosen } from './chosen-photos.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

const PICTURE =
  'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 17l5.5-6 4.5 5 3-3 5 5M16 9.5h.01';

interface PhotoPickerProps {
  me: string;
  other: string;
  input: RefObject<HTMLTextAreaElement | null>;
}

export function PhotoPicker({ me, other, input }: PhotoPickerProps) {
  const { photos, preparing, problem, isSent } = useChosen(me, other);
  const files = useRef<HTMLInputElement>(null);
  const isDropping = useDroppedFiles(choose);
  const isVisible = usePageVisible();

  useEffect(() => {
    // Another tab may have sent what is shown here.
    if (isVisible) void loadChosen(me);
  }, [me, isVisible]);

  useEffect(() => {
    if (!isSent || preparing > 0) return;
    sendWhenReady(me, other, false);
    input.current?.form?.requestSubmit();
  }, [me, other, isSent, preparing, input]);

  function choose(list: readonly File[]) {
    void choosePhotos(me, other, list);
    input.current?.focus();
  }

  function onFiles({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    choose([...(currentTarget.files ?? [])]);
    // The same file can be chosen again.
    currentTarget.value = '';
  }

  function remove(id: string) {
    removeChosen(me, other, id);
    input.current?.focus();
  }

  return (
    <>
      {(photos.length > 0 || preparing > 0) && (
        <ul
          ref={markPhotos}
          aria-label={t.photosToSend}
          className="order-first flex basis-full gap-2 overflow-x-auto pb-2"
        >
          {photos.map(({ id }, place) => (
            <li key={id} className="relative shrink-0">
              <LocalPhoto
                id={id}
                name={t.photoAtPlace({ place: place + 1 })}
                className="size-20 snug:size-14 rounded-2xl bg-raised object-cover"
              />
              <button
                type="button"
                aria-label={t.removePhoto({ place: place + 1 })}
                onClick={() => remove(id)}
                className="absolute top-0 end-0 grid size-9 place-items-center"
              >
                <span className="grid size-6 place-items-center rounded-full bg-ink text-surface">
                  <LineIcon path={CROSS} className="size-3.5" />
                </span>
              </button>
            </li>
          ))}
          {Array.from({ length: preparing }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={place} className="size-20 snug:size-14 shrink-0 animate-breathe rounded-2xl bg-raised" />
          ))}
        </ul>
      )}
      <button
        type="button"
        aria-label={t.addPhotos}
        title={t.addPhotos}
        onClick={() => files.current?.click()}
        className="-ms-1.5 grid h-12 w-[min(2.5rem,44px)] shrink-0 place-items-center rounded-full text-ink-soft hover:bg-raised hover:text-ink"
      >
        <LineIcon path={PICTURE} className="size-6" />
      </button>
      <input ref={files} type="file" accept="image/*" multiple hidden onChange={onFiles} />
      <div role="status" className="order-last basis-full empty:hidden">
        {preparing > 0 && <p className="sr-only">{t.gettingPhotosReady}</p>}
        {problem && <p className="px-4 text-danger text-sm">{problem}</p>}
        {isDropping && <p className="px-4 text-ink-soft text-sm">{t.letGoToAddThePhotos}</p>}
      </div>
    </>
  );
}

const markRootForPhotos = markRoot('photos');

/** Ref for the chosen photos: the composer stays in sight. */
function markPhotos(list: HTMLElement | null) {
  markRootForPhotos(list);
  scrollIntoView(list?.closest('form') ?? null);
}
