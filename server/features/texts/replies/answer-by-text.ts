export interface TextedAnswer {
  /** `key` of `readNumber`. */
  phone: string;
  answer: 'yes' | 'no';
  at?: Date | undefined;
}
