import { secureHeaders as honoSecureHeaders } from 'hono/secure-headers';
import type { Config } from '#server/config.ts';

/** Only our own scripts, styles and sockets; nobody frames us; nothing leaks where a link leads. */
export function secureHeaders({ appUrl }: Config) {
  const https = appUrl.startsWith('https:');
  return honoSecureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      connectSrc: ["'self'", appUrl.replace(/^http/, 'ws')],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    crossOriginOpenerPolicy: 'same-origin',
  });
}
