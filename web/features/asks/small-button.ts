/** The classes of the link to the helplines in the bar, in small. */
export const smallLink =
  'inline-flex min-h-6 items-center font-semibold text-accent text-sm underline underline-offset-4';
/** The classes of buttons on cards, in the bar and in the strip: several stand side by side on a phone. */
export const smallButton = 'min-h-11! px-[min(0.875rem,4vw)]! text-[0.9375rem]';
/** Quieter still: words with a place for a finger. */
export const plainButton = `${smallButton} bg-transparent! hover:bg-raised!`;
/** In a chat, where all is one line. */
export const stripButton = 'min-h-11! bg-transparent! px-2! font-medium! text-accent! text-sm hover:bg-raised!';
