import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { PhotoObjects } from './photo-objects.ts';

/** The bucket for the photos' bytes; undefined when they are in PostgreSQL (`S3_URL` is not set). */
export function openPhotoObjects({ s3Url }: Pick<Config, 's3Url'>, log: Logger): PhotoObjects | undefined {
  return s3Url === undefined ? undefined : new PhotoObjects(s3Url, log);
}
