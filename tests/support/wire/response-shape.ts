/** The field names of an answer: `{error: {code, message}}`. For a list, the field names of its items. */
export function responseShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(responseShape))].sort().join(' | ')}]`;
  if (value === null || typeof value !== 'object') return String(value === null ? null : typeof value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, part]) => (isPlain(part) ? name : `${name}: ${responseShape(part)}`)).join(', ')}}`;
}

function isPlain(part: unknown): boolean {
  return part === null || typeof part !== 'object';
}
