/** The classes of a link in the bar, in small. */
export const smallLink =
  'inline-flex min-h-6 items-center sm:min-h-11 font-semibold text-accent text-sm underline underline-offset-4';
/** Two of them: one below the other on a phone, where the bar is 64 px high at most. */
export const smallLinks =
  'flex flex-wrap items-start gap-x-3 gap-y-0.5 min-[14rem]:flex-col sm:flex-row sm:items-center';
/** The classes of buttons on cards, in the bar and in the strip: several stand side by side on a phone. */
export const smallButton = 'min-h-11! px-[min(0.75rem,4vw)]! text-[0.9375rem]';
/** Quieter still: words with a place for a finger. */
export const plainButton = `${smallButton} bg-transparent! hover:bg-raised!`;
/** In a chat, where all is one line. */
export const stripButton = 'min-h-11! bg-transparent! px-2! font-medium! text-accent! text-sm hover:bg-raised!';
