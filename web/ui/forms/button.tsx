import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from './button-class.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
}

export function Button({ variant = 'primary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(variant)} ${className}`} {...rest} />;
}
