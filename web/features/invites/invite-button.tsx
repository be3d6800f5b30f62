import { type MouseEvent, useState } from 'react';
import * as t from '#language';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { Button, type ButtonVariant } from '#web/ui/forms/button.tsx';

const useSheet = createLateChunk(() => import('./invite-sheet.tsx'));

interface InviteButtonProps {
  variant?: ButtonVariant;
  className?: string;
  onClick?: (event: MouseEvent) => void;
}

export function InviteButton({ onClick, ...look }: InviteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const loaded = useSheet(isOpen);

  function open(event: MouseEvent) {
    onClick?.(event);
    setOpen(true);
  }

  return (
    <>
      <Button {...look} onClick={open}>
        {t.inviteAFriend}
      </Button>
      {isOpen && loaded && <loaded.InviteSheet onClose={() => setOpen(false)} />}
    </>
  );
}
