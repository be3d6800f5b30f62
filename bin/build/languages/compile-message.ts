import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export interface CompiledMessage {
  /** JavaScript: a string, or a function of the values. It may call `$select` and `$number`. */
  code: string;
  /** The same as a type of TypeScript. */
  type: string;
}

type Types = Map<string, string>;

/**
 * Compiles a message of ICU's format, as 'You have {count, plural, one {# friend} other {# friends}}.' One with tags, as
 * 'Read <link>this</link>.', becomes a function that returns its parts, of which `link` makes one. From right to left, names and what
 * people wrote keep their own direction. @throws {SyntaxError}
 */
export function compileMessage(message: string, isRightToLeft = false): CompiledMessage {
  const elements = isRightToLeft ? withIsolates(parse(message)) : parse(message);
  const types: Types = new Map();
  const hasTags = elements.some(({ type }) => type === TYPE.tag);
  const text = hasTags ? partsOf(elements, types) : templateOf(elements, types);
  const values = `{ ${[...types].map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
  const code = `({ ${[...types.keys()].join(', ')} }) => ${text}`;
  if (hasTags) return { code, type: `<Part>(values: ${values}) => (string | number | Part)[]` };
  if (types.size > 0) return { code, type: `(values: ${values}) => string` };
  return {
    code: JSON.stringify(elements.map((element) => ('value' in element ? element.value : '')).join('')),
    type: 'string',
  };
}

/** Not dates and moods, which are of the language; nor addresses, of which phones would make the marks a part. */
const FOREIGN = /^(name|names|last|recipient|words|query|sought|email|newEmail|phone|number|code|file|browser|system)$/;
const ISOLATE: MessageFormatElement = { type: TYPE.literal, value: '\u2068' };
const END: MessageFormatElement = { type: TYPE.literal, value: '\u2069' };

function withIsolates(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element): MessageFormatElement | MessageFormatElement[] => {
    if (element.type === TYPE.argument) return FOREIGN.test(element.value) ? [ISOLATE, element, END] : element;
    if (element.type === TYPE.tag) return { ...element, children: withIsolates(element.children) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: withIsolates(value) }]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

function partsOf(elements: MessageFormatElement[], types: Types): string {
  const parts = elements.map((element) => {
    if (element.type === TYPE.argument) {
      types.set(element.value, 'string | number | Part');
      return element.value;
    }
    if (element.type !== TYPE.tag) return templateOf([element], types);
    types.set(element.value, '(words: string) => Part');
    return `${element.value}(${templateOf(element.children, types)})`;
  });
  return `[${parts.join(', ')}]`;
}

/** @param counted the value that # stands for */
function templateOf(elements: MessageFormatElement[], types: Types, counted?: string): string {
  return `\`${elements.map((element) => inTemplate(element, types, counted)).join('')}\``;
}

function inTemplate(element: MessageFormatElement, types: Types, counted?: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$\{/g, '\\$&');
    case TYPE.argument:
      types.set(element.value, types.get(element.value) ?? 'string | number');
      return `\${${element.value}}`;
    case TYPE.pound:
      return `\${$number(${counted})}`;
    case TYPE.number:
      types.set(element.value, 'number');
      return `\${$number(${element.value})}`;
    case TYPE.plural:
      types.set(element.value, 'number');
      return choiceOf(element.options, types, element.value, (name) =>
        name.startsWith('=') ? `${element.value} === ${name.slice(1)}` : `$select(${element.value}) === '${name}'`,
      );
    case TYPE.select:
      types.set(element.value, `'${Object.keys(element.options).join("' | '")}'`);
      return choiceOf(element.options, types, counted, (name) => `${element.value} === '${name}'`);
    default:
      throw new SyntaxError(
        `A message has text, values, numbers, plurals, choices and tags around text, not ${TYPE[element.type]}.`,
      );
  }
}

function choiceOf(
  { other, ...cases }: Record<string, { value: MessageFormatElement[] }>,
  types: Types,
  counted: string | undefined,
  condition: (name: string) => string,
): string {
  const choices = Object.entries(cases).map(
    ([name, { value }]) => `${condition(name)} ? ${templateOf(value, types, counted)} : `,
  );
  return `\${${choices.join('')}${templateOf(other!.value, types, counted)}}`;
}
