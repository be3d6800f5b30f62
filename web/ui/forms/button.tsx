import type { ComponentProps } from 'react';

const VARIANTS = {
  primary: 'bg-accent text-accent-ink shadow-soft hover:bg-accent-strong',
  quiet: 'bg-raised text-ink hover:bg-line',
  danger: 'bg-danger-soft text-danger hover:brightness-95',
};

export type ButtonVariant = keyof typeof VARIANTS;

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
}

/** While it works it is `aria-disabled` only: `disabled` would take the keyboard's focus away. */
export function Button({ variant = 'primary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(variant)} ${className}`} {...rest} />;
}

/** The classes of a button on a card. */
export const smallButton = 'min-h-11! px-4! py-2!';

/** The classes of a button, also for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary'): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-[min(1.5rem,6vw)] py-2 font-semibold transition active:scale-[0.98] aria-disabled:opacity-60 ${VARIANTS[variant]}`;
}
