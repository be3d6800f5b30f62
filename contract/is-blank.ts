/** Something to see: neither space, nor what Unicode says need not be shown, nor a Braille pattern without dots. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has nothing in it that anybody would see, such as spaces and U+200B. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
