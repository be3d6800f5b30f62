import { useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { InviteButton } from './invite-button.tsx';
import { useInvite } from './use-invite.ts';

/** Shows the person's link, or replaces it by a new one. */
export function RenewLink({ uid }: { uid: string }) {
  const { renew } = useInvite(uid);
  const [isRenewed, setRenewed] = useState(false);
  const { error, isPending, submit } = useSubmit();

  const onRenew = () =>
    submit(async () => {
      setRenewed(false);
      await renew();
      setRenewed(true);
    });

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <InviteButton variant="quiet" />
        <Button variant="quiet" className="aria-disabled:opacity-60" aria-disabled={isPending} onClick={onRenew}>
          Renew my link
        </Button>
      </div>
      <p role="status" className="font-medium not-empty:mt-3">
        {isRenewed && 'You have a new link. The old one has stopped.'}
      </p>
      <FormError>{error}</FormError>
    </>
  );
}
