/**
 * Whether people write on a touch keyboard: the screen is touched, and there is no mouse or touchpad, with which a keyboard
 * would come. It changes when one is attached.
 */
export const TOUCH_KEYBOARD = window.matchMedia('(pointer: coarse) and (any-hover: none)');
