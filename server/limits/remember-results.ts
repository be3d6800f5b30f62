/** Beyond `max` results it forgets all. @param make pure, never undefined */
export function rememberResults<Value>(max: number, make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const value = make(key);
    if (known.size >= max) known.clear();
    known.set(key, value);
    return value;
  };
}
