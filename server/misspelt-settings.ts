import { settingNames } from './config.ts';

/** First words of our settings. Other variables of a machine do not begin like this. */
const LOOKS_LIKE_OURS =
  /^((ANDROID|APP|AUTH|HELPLINE|LIMIT|MESSAGE|NATS|PHONE|PHOTO|PUSH|RATE|S3|SMTP|TEXT|TRUST|TWILIO|UNDO|VAPID|WELCOME)S?(_|$)|SIGN)/;
const NEAR = 2;

/** Names that look like settings and do nothing. @returns a sentence for each, with the nearest setting */
export function misspeltSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (!environment[name] || settingNames.includes(name)) return [];
    const nearest = settingNames
      .map((setting) => ({ setting, steps: distance(name, setting) }))
      .sort((one, other) => one.steps - other.steps)[0]!;
    const isNear = name.length > 3 * NEAR && nearest.steps <= NEAR;
    return isNear || LOOKS_LIKE_OURS.test(name)
      ? `${name} is no setting and does nothing. Did you mean ${nearest.setting}?`
      : [];
  });
}

/** How many letters have to be changed, added or left out to make one name of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [before, letter] of [...one].entries()) {
    const next = [before + 1];
    for (const [place, letterOfOther] of [...other].entries())
      next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + Number(letter !== letterOfOther)));
    row = next;
  }
  return row.at(-1)!;
}
