import { type MouseEvent, useState } from 'react';
import { Button, type ButtonVariant } from '#web/ui/forms/button.tsx';
import { useLateChunk } from '#web/use-late-chunk.ts';

interface InviteButtonProps {
  variant?: ButtonVariant;
  className?: string;
  onClick?: (event: MouseEvent) => void;
}

export function InviteButton({ onClick, ...look }: InviteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const loaded = useLateChunk(isOpen, () => import('./invite-sheet.tsx'));

  function open(event: MouseEvent) {
    onClick?.(event);
    setOpen(true);
  }

  return (
    <>
      <Button {...look} onClick={open}>
        Invite a friend
      </Button>
      {isOpen && loaded && <loaded.InviteSheet onClose={() => setOpen(false)} />}
    </>
  );
}
