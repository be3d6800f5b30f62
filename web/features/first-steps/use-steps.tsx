import type { ReactNode } from 'react';
import { useConnections } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';

export interface Step {
  title: string;
  /** A step that is done is not shown; undefined while unknown. */
  isDone: boolean | undefined;
  content: ReactNode;
}

/** The first steps of a person, in order. */
export function useSteps(): readonly Step[] {
  const { data: entries } = useConnections();
  return [
    {
      title: 'Invite a friend',
      isDone: entries && entries.length > 0,
      content: (
        <>
          <p className="mb-3 text-ink-soft">
            Send your link to somebody you trust. One tap, and you see how the other is.
          </p>
          <InviteButton />
        </>
      ),
    },
  ];
}
