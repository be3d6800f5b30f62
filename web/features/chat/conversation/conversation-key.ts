/** Where the query cache keeps the conversation with `other`. */
export function conversationKey(other: string) {
  return ['messages', other] as const;
}
