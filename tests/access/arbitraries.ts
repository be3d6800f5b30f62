import fc from 'fast-check';

/** Difficult text: NUL, half characters, direction marks, and text that looks like code. */
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud83d',
    '\udc4b\ud83d',
    '\u202eevil\u2066',
    '\u200b\u200b',
    '\ufeff',
    '%00',
    '%',
    '../..',
    '//',
    '__proto__',
    'constructor',
    "'; drop table users; --",
    '\\',
    'ada@example.com',
    '+1415555010',
    'x'.repeat(20_000),
    'ﷺ'.repeat(3_000),
    '👨‍👩‍👧‍👦'.repeat(1_000),
    `Z${'\u0301'.repeat(5_000)}`,
  ),
  fc.uuid(),
);

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { value };
  return value;
}

const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.jsonValue({ stringUnit: 'binary' }) },
  fc.constantFrom<unknown[]>(null, true, false, 0, -0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], nested(6), nested(500)),
);

/** Valid input with a few fields changed, removed or added. */
function nearly(valid: object): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...Object.keys(valid), 'id', 'uid', '__proto__', 'constructor', 'callbackURL', 'image');
  const change = fc.tuple(field, fc.option(anyValue, { nil: undefined }));
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => changed(valid, changes)),
    },
    { weight: 1, arbitrary: anyValue },
  );
}

function changed(valid: object, changes: [string, unknown][]): object {
  const copy = { ...valid };
  // As in JSON, '__proto__' is an ordinary field.
  for (const [field, value] of changes)
    Object.defineProperty(copy, field, { value, enumerable: true, configurable: true });
  return copy;
}

/** The bytes of a body: any JSON, and bytes that are not JSON. */
export function anyBody(valid: object): fc.Arbitrary<string | Buffer> {
  const json = nearly(valid).map((value) => JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 8, arbitrary: json },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(json, fc.nat(50)).map(([text, length]) => text.slice(0, length)),
    json.map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    fc.constantFrom(
      '',
      '['.repeat(100_000),
      '['.repeat(50_000) + ']'.repeat(50_000),
      '{"a":'.repeat(20_000),
      `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
      '1e999999',
      '{"id":1,"id":2}',
      '"',
      'null',
      `{${' '.repeat(100_000)}}`,
    ),
  );
}

export const anyContentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;;;=',
    'application/json-patch+json',
    'application/problem+json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/plain',
    '*/*',
    ' ',
    '\u00ff',
  ),
);

/** A path in its usual and in other spellings. */
export function anyPath(path: string): fc.Arbitrary<string> {
  const segments = path.split(/(?=[/?])/);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(path) },
    fc.tuple(fc.nat(segments.length - 1), anyText).map(([place, text]) => segments.with(place, `/${text}`).join('')),
    anyText.map((text) => `${path}?with=${text}&before=${text}`),
    fc.constantFrom(
      `/${path}`,
      `${path}/`,
      `${path}//`,
      path.replaceAll('/', '%2F'),
      path.replaceAll('/', '//'),
      path.replaceAll('/', '\\'),
      path.replace('api', '%61pi'),
      path.replace('api', 'API'),
      `${path}%00`,
      `${path}%`,
      `${path}%zz`,
      `${path}%ed%a0%80`,
      `${path}/../../../etc/passwd`,
      `/api/..${path}`,
      `${path};jsessionid=1`,
      `${path}?`,
      `${path}?before=1e99&with=`,
      `${path}?${'a&'.repeat(3_000)}`,
      `${path}#part`,
      `http://elsewhere.invalid${path}`,
      `ftp://elsewhere.invalid${path}`,
      '*',
    ),
  );
}

export const anyMethod = (usual: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    fc.constantFrom(...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND M-SEARCH QUERY BREW'.split(' ')),
  );

/** A text frame: JSON like a valid frame's, other JSON, and text that is not JSON. */
export const anyFrame = (valid: object) => anyBody(valid).map((body) => String(body));
