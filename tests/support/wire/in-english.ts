import type { MiddlewareHandler } from 'hono';
import type { ApiEnvironment } from '#server/http/api.ts';

/** Middleware for parts of the app that are tested by themselves. */
export const inEnglish: MiddlewareHandler<ApiEnvironment> = (c, next) => {
  c.set('language', 'en');
  return next();
};
