import { useState } from 'react';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { InviteButton } from './invite-button.tsx';
import { useInvite } from './use-invite.ts';

export function RenewLink({ uid }: { uid: string }) {
  const { renew } = useInvite(uid);
  const [isAsking, setAsking] = useState(false);
  const [isRenewed, setRenewed] = useState(false);

  async function onRenew() {
    await renew();
    setAsking(false);
    setRenewed(true);
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <InviteButton variant="quiet" />
        <Button
          variant="quiet"
          aria-expanded={isAsking}
          onClick={() => {
            setAsking(!isAsking);
            setRenewed(false);
          }}
        >
          Renew my link
        </Button>
      </div>
      {isAsking && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p>The old link stops for everybody.</p>
          <ActionButton action={onRenew}>Renew</ActionButton>
        </div>
      )}
      {/* The button that was tapped is gone, and had the focus. */}
      <p
        key={String(isRenewed)}
        ref={isRenewed ? focusNextStep : undefined}
        tabIndex={-1}
        role="status"
        className="font-medium not-empty:mt-3"
      >
        {isRenewed && 'You have a new link. The old one has stopped.'}
      </p>
    </>
  );
}
