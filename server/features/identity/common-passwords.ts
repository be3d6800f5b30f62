/** As many as are refused; the provider refuses shorter ones by itself. */
const COUNT = 3_000;
const LENGTH = 8;

let common: Promise<Set<string>> | undefined;

/** Whether a password is one of the 3,000 that people choose most, in whatever case: those are tried first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList();
  return (await common).has(password.toLowerCase());
}

/** Read when somebody first chooses a password: the whole list takes a moment, and a server's start waits for nothing. */
async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The most common first.
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= LENGTH).slice(0, COUNT));
}
