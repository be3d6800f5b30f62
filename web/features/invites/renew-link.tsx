import { useRef, useState } from 'react';
import * as t from '#language';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { closeDetails } from '#web/ui/forms/close-details.ts';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';
import { InviteButton } from './invite-button.tsx';
import { useInvite } from './use-invite.ts';

export function RenewLink({ uid }: { uid: string }) {
  const { renew } = useInvite(uid);
  const [said, setSaid] = useState<string | null>(null);
  const question = useRef<HTMLDetailsElement>(null);

  async function onRenew() {
    setSaid(null);
    await renew();
    closeDetails(question.current!);
    setSaid(t.youHaveANewLink);
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <InviteButton variant="quiet" />
        <details ref={question}>
          <summary className={`${buttonClass('quiet')} list-none`}>{t.renewMyLink}</summary>
          <p className="my-3">{t.theOldLinkStops}</p>
          <ActionButton action={onRenew}>{t.renew}</ActionButton>
        </details>
      </div>
      <SavedMessage text={said} />
    </>
  );
}
