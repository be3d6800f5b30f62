/** The languages that people can choose, each with its own name: English, from which the others are translated, first. */
export const LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português (Brasil)',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** Holds the language that a browser shows, for pages before anybody is signed in. */
export const LANGUAGE_COOKIE = 'moodring.language';

/** In a page's address it chooses a language: the server stores it in the cookie, and goes on to the address without it. */
export const LANGUAGE_QUERY = 'language';
