import { CARE } from './care.ts';
import { CIRCLE } from './circle.ts';
import { NEW_PERSON } from './new-person.ts';
import { NOT_SET_UP } from './not-set-up.ts';
import { NOTICES } from './notices.ts';
import { PHOTOS } from './photos.ts';
import { RECOVERY } from './recovery.ts';
import { SIGNED_OUT } from './signed-out.ts';

/** All states of all screens, by the walk that visits them. A new screen, and what it can show, joins one of these lists. */
export const WALKS = {
  signedOut: SIGNED_OUT,
  newPerson: NEW_PERSON,
  circle: CIRCLE,
  notices: NOTICES,
  care: CARE,
  photos: PHOTOS,
  recovery: RECOVERY,
  notSetUp: NOT_SET_UP,
};
