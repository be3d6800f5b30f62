/** The fields of an answer, without their values: `{error: {code, message}}`. Of a list, the fields of what is in it. */
export function responseShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(responseShape))].sort().join(' | ')}]`;
  if (value === null || typeof value !== 'object') return String(value === null ? null : typeof value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, part]) => (isPlain(part) ? name : `${name}: ${responseShape(part)}`)).join(', ')}}`;
}

function isPlain(part: unknown): boolean {
  return part === null || typeof part !== 'object';
}
