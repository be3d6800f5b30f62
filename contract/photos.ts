/** Photos of messages and people: the inputs and answers of both sides. The browser imports the types only. */
import { z } from 'zod';
import { PHOTO_BLUR_MAX_LENGTH, PHOTO_MAX_SIDE } from './sizes.ts';

const side = z.int().positive().max(PHOTO_MAX_SIDE).describe('in pixels');

/** A photo as its message shows it. Its bytes are at `/api/photos/{id}`. */
export const photoSchema = z
  .object({
    id: z.uuid(),
    width: side,
    height: side,
    blur: z.string().nullable().describe('a ThumbHash in base64url, to show until the photo is there; null for none'),
  })
  .meta({ id: 'Photo' });

/** The sender makes the ids of the photo and of its message, so that uploading twice stores once. */
export const photoUploadSchema = z.object({
  message: z.uuid().toLowerCase().describe('the id of the message that will have it'),
  to: z.uuid().toLowerCase().describe('the receiver of that message'),
  blur: z
    .string()
    .max(PHOTO_BLUR_MAX_LENGTH)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .optional(),
});

/** A person's own photo. Each has an id of its own, so its address changes with it. */
export const profilePhotoSchema = z.object({ photo: z.uuid() }).meta({ id: 'ProfilePhoto' });

export type Photo = z.infer<typeof photoSchema>;
export type PhotoUpload = z.infer<typeof photoUploadSchema>;
