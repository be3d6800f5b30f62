import type { Kysely } from 'kysely';
import type { CountryCode } from 'libphonenumber-js';
import { up as people } from './0001-people.ts';
import { up as circleAndMoods } from './0002-circle-and-moods.ts';
import { up as chat } from './0003-chat.ts';
import { up as texts } from './0004-texts.ts';
import { up as search } from './0005-search.ts';
import { up as textsOnce } from './0006-texts-once.ts';
import { up as limits } from './0007-limits.ts';
import { up as account } from './0008-account.ts';
import { up as textsGivenUp } from './0009-texts-given-up.ts';
import { up as generations } from './0010-generations.ts';
import { up as searchParts } from './0012-search-parts.ts';
import { up as wholeNamesAndNumbers } from './0013-whole-names-and-numbers.ts';
import { up as departures } from './0014-departures.ts';
import { up as expiredSessions } from './0015-expired-sessions.ts';
import { up as guard } from './0017-guard.ts';
import { up as textCauses } from './0018-text-causes.ts';
import { up as smallerIndexes } from './0019-smaller-indexes.ts';
import { up as push } from './0020-push.ts';
import { up as receipts } from './0021-receipts.ts';
import { up as invites } from './0022-invites.ts';
import { up as recovery } from './0023-recovery.ts';
import { up as passkeys } from './0024-passkeys.ts';
import { up as suspended } from './0025-suspended.ts';
import { up as asks } from './0026-asks.ts';
import { up as consent } from './0027-consent.ts';
import { up as answerPushes } from './0028-answer-pushes.ts';
import { up as endedAsks } from './0029-ended-asks.ts';
import { up as reachedFriends } from './0030-reached-friends.ts';
import { up as messageActions } from './0032-message-actions.ts';
import { up as typingAndReads } from './0033-typing-and-reads.ts';
import { up as photos } from './0034-photos.ts';
import { up as readNumbers } from './0035-read-numbers.ts';
import { up as askRecipients } from './0036-ask-recipients.ts';
import { up as textsAsRows } from './0037-texts-as-rows.ts';
import { up as oneTableOfCauses } from './0038-one-table-of-causes.ts';
import { up as takenCalls } from './0039-taken-calls.ts';
import { up as seqAsTime } from './0040-seq-as-time.ts';

interface Migration {
  /** @param country of phone numbers without a country's code */
  up(db: Kysely<unknown>, country?: CountryCode): Promise<void>;
}

/** All migrations. They run once each, in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-people': { up: people },
  '0002-circle-and-moods': { up: circleAndMoods },
  '0003-chat': { up: chat },
  '0004-texts': { up: texts },
  '0005-search': { up: search },
  '0006-texts-once': { up: textsOnce },
  '0007-limits': { up: limits },
  '0008-account': { up: account },
  '0009-texts-given-up': { up: textsGivenUp },
  '0010-generations': { up: generations },
  '0012-search-parts': { up: searchParts },
  '0013-whole-names-and-numbers': { up: wholeNamesAndNumbers },
  '0014-departures': { up: departures },
  '0015-expired-sessions': { up: expiredSessions },
  '0017-guard': { up: guard },
  '0018-text-causes': { up: textCauses },
  '0019-smaller-indexes': { up: smallerIndexes },
  '0020-push': { up: push },
  '0021-receipts': { up: receipts },
  '0022-invites': { up: invites },
  '0023-recovery': { up: recovery },
  '0024-passkeys': { up: passkeys },
  '0025-suspended': { up: suspended },
  '0026-asks': { up: asks },
  '0027-consent': { up: consent },
  '0028-answer-pushes': { up: answerPushes },
  '0029-ended-asks': { up: endedAsks },
  '0030-reached-friends': { up: reachedFriends },
  '0032-message-actions': { up: messageActions },
  '0033-typing-and-reads': { up: typingAndReads },
  '0034-photos': { up: photos },
  '0035-read-numbers': { up: readNumbers },
  '0036-ask-recipients': { up: askRecipients },
  '0037-texts-as-rows': { up: textsAsRows },
  '0038-one-table-of-causes': { up: oneTableOfCauses },
  '0039-taken-calls': { up: takenCalls },
  '0040-seq-as-time': { up: seqAsTime },
};
