import type { ComponentProps } from 'react';
import { LineIcon } from './line-icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  label: string;
  icon: string;
}

/** A round button with an icon. One that is off is `aria-disabled`: with `disabled` it would lose the focus. */
export function IconButton({ label, icon, ...more }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised aria-disabled:opacity-40"
      {...more}
    >
      <LineIcon path={icon} className="size-6" />
    </button>
  );
}
