import type { Answer } from '#fixtures/client.ts';

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
