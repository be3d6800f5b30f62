/** The languages with a file in `languages/`, the one of all others first, each with its own name. */
export const LANGUAGES = { en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

/** Holds the language that a browser shows, for pages before anybody is signed in. */
export const LANGUAGE_COOKIE = 'moodring.language';
