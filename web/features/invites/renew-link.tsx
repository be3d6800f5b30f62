import { useRef, useState } from 'react';
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
    setSaid('You have a new link. The old one has stopped.');
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <InviteButton variant="quiet" />
        <details ref={question}>
          <summary className={`${buttonClass('quiet')} list-none`}>Renew my link</summary>
          <p className="my-3">The old link stops for everybody.</p>
          <ActionButton action={onRenew}>Renew</ActionButton>
        </details>
      </div>
      <SavedMessage text={said} />
    </>
  );
}
