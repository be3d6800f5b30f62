import { secureHeaders as honoSecureHeaders } from 'hono/secure-headers';
import type { Config } from '#server/config.ts';

/** Allows only the app's own scripts, styles and sockets, forbids frames, and sends other sites no address but the origin. */
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
