import { useRef, useState } from 'react';
import { encode } from 'uqr';
import type { Invite } from '#contract/account/invites.ts';
import { PRODUCT } from '#contract/product.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { calendarDate } from '#web/dates/format-date.ts';
import { copyText } from '#web/text/copy-text.ts';
import { Dialog, sheetClass } from '#web/ui/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInvite } from './use-invite.ts';

/** More uses than these are no news. */
const FEW = 10;

export function InviteSheet({ onClose }: { onClose: () => void }) {
  const { appUser } = useApp();
  const { invite, error } = useInvite(appUser?.uid ?? '');
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog ref={dialog} aria-labelledby="invite-heading" onClose={onClose} className={`${sheetClass} max-w-md p-6`}>
      <h2 id="invite-heading" className="font-semibold text-2xl">
        {t.inviteAFriend}
      </h2>
      <p className="mt-1 text-ink-soft">{t.inviteAFriendNote}</p>
      <div className="mt-5 space-y-4">
        {invite ? <Link invite={invite} /> : !error && <Skeleton className="h-64" />}
        <FormError>{error}</FormError>
        <Button variant="quiet" className="w-full" onClick={() => dialog.current?.close()}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}

function Link({ invite: { link, expiresAt, usesLeft } }: { invite: Invite }) {
  const [said, setSaid] = useState('');
  const canShare = 'share' in navigator;
  const date = calendarDate(new Date(expiresAt), new Date());

  async function copy() {
    setSaid('');
    setSaid((await copyText(link)) ? t.copiedNowPasteIt : t.pleaseCopyTheLink);
  }

  async function share() {
    // Closing the share sheet is an error, too.
    await navigator.share({ title: PRODUCT, text: t.joinMeOnMoodring, url: link }).catch(() => {});
  }

  return (
    <>
      <QrCode text={link} label={t.qrCodeOfYourLink} />
      <Field label={t.yourLink} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <p role="status" className="text-ink-soft">
        {said || (usesLeft <= FEW ? t.worksUntilForPeople({ date, people: usesLeft }) : t.worksUntil({ date }))}
      </p>
      <div className="flex flex-wrap gap-3">
        {canShare && (
          <Button className="grow" onClick={share}>
            {t.share}
          </Button>
        )}
        <Button variant={canShare ? 'quiet' : 'primary'} className="grow" onClick={copy}>
          {t.copyLink}
        </Button>
      </div>
    </>
  );
}

const BORDER = 3;

/** A QR code, dark on white in both schemes: many readers do not read the opposite. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto aspect-square w-[min(14rem,28dvh)] max-w-full rounded-2xl forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
