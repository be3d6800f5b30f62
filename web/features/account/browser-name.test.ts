import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

test.each([
  ['Safari on Mac', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`],
  ['Chrome on Mac', `${MAC} ${CHROME} Safari/537.36`],
  ['Edge on Windows', `${WINDOWS} ${CHROME} Safari/537.36 Edg/141.0.0.0`],
  ['Opera on Windows', `${WINDOWS} ${CHROME} Safari/537.36 OPR/125.0.0.0`],
  ['Firefox on Windows', `${WINDOWS.replace(')', '; rv:146.0)')} Gecko/20100101 Firefox/146.0`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 16) ${CHROME} Mobile Safari/537.36`],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPad',
    'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0 Safari/537.36`],
  ['A program', 'curl/8.0'],
  ['A program', ''],
])('%s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
