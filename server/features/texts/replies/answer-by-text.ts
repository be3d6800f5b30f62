export interface TextedAnswer {
  /** `key` of `readNumber`. */
  phone: string;
  answer: 'yes' | 'no';
  at?: Date | undefined;
}

/**
 * Answers the newest open ask that was texted to that phone within 72 hours.
 * @returns the name of the person who asked; `none` without such an ask; `repeated` for a copy of a text
 */
export type AnswerByText = (texted: TextedAnswer) => Promise<{ firstname: string } | 'none' | 'repeated'>;
