/** A `1` or a `2` that was texted from a phone. */
export interface TextedAnswer {
  /** `key` of `readNumber`. */
  phone: string;
  answer: 'yes' | 'no';
  /** When it was texted, if the gateway says so. */
  at?: Date | undefined;
}

/**
 * Answers the newest open ask that was texted to that phone within 72 hours. The asks do it (features/asks).
 * @returns the name of the person who asked, ready for a text; `none` without such an ask; `repeated` for a copy of a text that
 *   has been taken already
 */
export type AnswerByText = (texted: TextedAnswer) => Promise<{ firstname: string } | 'none' | 'repeated'>;
