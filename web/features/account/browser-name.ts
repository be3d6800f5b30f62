import * as t from '#language';

/** The first match counts: the user agents of earlier browsers also contain later names. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** A readable name for a user agent: 'Firefox on Windows'. */
export function browserName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? t.aProgram;
  const system = nameIn(SYSTEMS, userAgent);
  return system ? t.browserOn({ browser, system }) : browser;
}

function nameIn(names: [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
