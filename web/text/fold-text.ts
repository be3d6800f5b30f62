/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/** A text without accents and capital letters, 'Zoë Müller' as 'zoe muller', and where each letter stands in it; at the end, its length. */
export function foldText(text: string): { letters: string; places: number[] } {
  let [letters, at] = ['', 0];
  const places: number[] = [];
  for (const character of text) {
    const base = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const plain = base.replace(/[ßæœøđðłħıþ]/g, (letter) => PLAIN[letter]!);
    letters += plain;
    for (let unit = 0; unit < plain.length; unit++) places.push(at);
    at += character.length;
  }
  return { letters, places: [...places, at] };
}
