/** What every message says, ours and the references': a sentence, as people send. */
export const CONTENT = 'Could you call me when you are out of class? Today is a bad one.';
