import type { AppUser } from '#web/app-context.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import PhoneProof from '../phone-proof.tsx';
import { EmailLines } from './email-lines.tsx';
import { useRecovery } from './use-recovery.ts';

/** The email and the phone by which a person gets back into their account. */
export function WaysBack({ user }: { user: AppUser }) {
  const { recovery, error, refetch } = useRecovery(user.uid);
  return (
    <div className="space-y-5">
      {recovery ? <EmailLines uid={user.uid} recovery={recovery} onChange={refetch} /> : <Skeleton className="h-24" />}
      <FormError>{error}</FormError>
      <div className="border-line border-t pt-5">
        <PhoneProof uid={user.uid} />
      </div>
    </div>
  );
}
