import type { Photo } from '#contract/photos.ts';
import { useApp } from '#web/app-context.tsx';
import { outboxOf } from '#web/outbox/index.ts';
import { outgoingOf } from '../../sending/outgoing.ts';
import { takeBack } from '../../sending/take-back.ts';
import { useUploadProgress } from './upload-progress.ts';

export function OutgoingPhotos({ message, photos }: { message: string; photos: readonly Photo[] }) {
  const { appUser } = useApp();
  function cancel() {
    const sent = outgoingOf(outboxOf(appUser!.uid).items.get()).find(({ id }) => id === message);
    if (sent && !sent.areUploaded) void takeBack(sent, null);
  }

  const percent = useUploadProgress(photos.map(({ id }) => id));
  return (
    <div className="absolute inset-x-2 bottom-2 flex items-center gap-2 rounded-full bg-surface/90 py-1 pr-1 pl-3 text-ink text-sm">
      <progress aria-label="Sending" value={percent} max={100} className="min-w-0 grow accent-accent" />
      {percent < 100 && (
        <button type="button" onClick={cancel} className="min-h-9 rounded-full px-3 font-semibold hover:bg-raised">
          Cancel
        </button>
      )}
    </div>
  );
}
