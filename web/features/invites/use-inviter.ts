import type { Inviter } from '#contract/account/invites.ts';
import * as t from '#language';
import { CallError } from '#web/calls/http.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { fullName } from '#web/features/circle/index.ts';
import { pendingInvite } from './pending-invite.ts';

/** Who invites with a code. @param code undefined for none */
export function useInviter(code: string | undefined) {
  return useAnswer<Inviter>(code === undefined ? null : '/api/invites/look', { code });
}

/** On the way through sign-up and log-in: whom the invitation that was opened before is from; undefined for none. */
export function useInvitationNote(): string | undefined {
  const { answer } = useInviter(pendingInvite.read());
  if (!answer || answer instanceof CallError || !answer.connects) return undefined;
  return t.logInThenOneTap({ name: fullName(answer) });
}
