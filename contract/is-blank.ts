/** A visible character: no space, no control character, none that Unicode lets programs ignore, no empty Braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character: only spaces or, for example, U+200B. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
