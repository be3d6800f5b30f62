/** Where the query cache keeps a person's connections. */
export function connectionsKey(uid: string) {
  return ['connections', uid] as const;
}
