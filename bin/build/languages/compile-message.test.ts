import { expect, test } from 'vitest';
import { compileMessage } from './compile-message.ts';
import { rulesOf } from './languages.ts';

/** Runs the compiled message, as in a build of that language. */
function run(message: string, values?: object, language = 'en'): unknown {
  const { code } = compileMessage(message);
  const compiled = new Function(`${rulesOf(language)}return ${code};`)();
  return values ? compiled(values) : compiled;
}

test('text alone is a string, with signs of JavaScript as they are', () => {
  const text = 'He said "yes" \\ `no`';
  expect([compileMessage(text).type, run(text)]).toEqual(['string', text]);
  expect(run("Braces are '{'quoted'}', it’s said")).toBe('Braces are {quoted}, it’s said');
});

test('values, numbers, plurals and choices are put in by the rules of the language', () => {
  expect(run('`{name}` \\ $', { name: 'Ann' })).toBe('`Ann` \\ $');
  expect(run('{size, number} MB', { size: 1_234.5 }, 'de')).toBe('1.234,5 MB');
  const friends = '{n, plural, =0 {nobody} one {# friend of {name}} other {# friends of {name}}}';
  expect([0, 1, 1_200].map((n) => run(friends, { n, name: 'Ann' }))).toEqual([
    'nobody',
    '1 friend of Ann',
    '1,200 friends of Ann',
  ]);
  const polish = '{n, plural, one {# osoba} few {# osoby} many {# osób} other {# osoby}}';
  expect([1, 3, 5].map((n) => run(polish, { n }, 'pl'))).toEqual(['1 osoba', '3 osoby', '5 osób']);
  const mood = '{mood, select, Dark {in bad shape} other {well}}';
  expect(['Dark', 'other'].map((chosen) => run(mood, { mood: chosen }))).toEqual(['in bad shape', 'well']);
  expect(compileMessage(friends).type).toBe('(values: { n: number; name: string | number }) => string');
  expect(compileMessage(mood).type).toBe("(values: { mood: 'Dark' | 'other' }) => string");
});

test('from right to left, what people wrote keeps its own direction, and dates that of the language', () => {
  const { code } = compileMessage('{name} <link>{newEmail}</link> {time}', true);
  const compiled = new Function(`return ${code};`)();
  const parts = compiled({ name: 'Ann', newEmail: 'a@b.org', time: '20:47', link: String });
  expect(parts.join('')).toBe('\u2068Ann\u2069 \u2068a@b.org\u2069 20:47');
});

test('a message with tags returns its parts', () => {
  const link = (words: string) => ({ link: words });
  expect(
    run('{name}, read <link>{count, plural, one {it} other {them}}</link>.', { name: 'Ann', count: 2, link }),
  ).toEqual(['Ann', ', read ', { link: 'them' }, '.']);
});

test.each(['{name', '{n, plural, one {#}}', 'Read <link>this', '{day, date}', '{a, plural, other {<b>#</b>}}'])(
  'a message that cannot be compiled is refused: %s',
  (message) => {
    expect(() => compileMessage(message)).toThrow(SyntaxError);
  },
);
