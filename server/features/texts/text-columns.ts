/** The reason for a text: `texts.cause`. */
export type TextCause = 'mood' | 'again' | 'slip' | 'closing' | 'message' | 'connection' | 'form';

/** Why a text was held back, where a rule depends on it: `texts.reason`. */
export type TextReason = 'stopped' | 'answered' | 'unwanted' | 'undone';
