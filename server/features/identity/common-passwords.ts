/** As many as are refused; the provider refuses shorter ones by itself. */
const COUNT = 3_000;
const LENGTH = 8;

let common: Promise<Set<string>> | undefined;

/** Whether a password is one of the 3,000 that people choose most, however it is written: those are tried first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList();
  return (await common).has(plain(password));
}

/** Read when somebody first chooses a password: the whole list takes a moment, and a server's start waits for nothing. */
async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The most common first.
  const listed = dictionary['passwords-common'].filter((password) => password.length >= LENGTH).slice(0, COUNT);
  return new Set(listed.map(plain));
}

/** The provider hashes letters of another width as the usual ones, so they are no better here. */
function plain(password: string): string {
  return password.normalize('NFKC').trim().toLowerCase();
}
