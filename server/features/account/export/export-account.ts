import type { Context } from '#server/context.ts';
import { openPhotoObjects } from '#server/features/photos/index.ts';
import { type Wording, wordsOf } from '#server/features/texts/index.ts';
import { asProductError } from '#server/http/error-response.ts';
import { getSettings } from '../settings.ts';
import { type ExportedPerson, ExportPages, type Paged, type Row } from './export-pages.ts';
import { photosOf } from './export-photos.ts';
import type { ExportQueue } from './export-queue.ts';
import {
  ACCOUNT,
  ASK_ANSWERS,
  ASKS,
  BLOCKS,
  CONNECTIONS,
  DEVICES,
  INVITE,
  MESSAGES,
  MOODS,
  OWN_INFO,
  PASSKEYS,
  PAST_CONNECTIONS,
  PHOTOS,
  PUSH_DEVICES,
  REPORTS,
  REQUESTS,
  REQUESTS_RECEIVED,
  START,
  TEXTS_BY_HAND,
  TEXTS_FOR_SUPPORT,
  TEXTS_OF_MESSAGES,
} from './export-statements.ts';

type Pages = AsyncIterable<Row[]>;
type ExportContext = Pick<Context, 'config' | 'exportPool' | 'log'>;

const CHUNK_LENGTH = 64 * 1024;
/** This server and proxies cut off a connection that is silent for a minute. */
const KEEPALIVE_MS = 10_000;

/**
 * All data about a person, as one JSON text in chunks: users/{uid} as in the specification (spec §3), where a connection is a
 * copy of the other's info; then past connections, blocks, requests, reports, account, messages, photos, texts, moods, asks and
 * answers, settings, the invitation link, passkeys, devices and what
 * gets notifications. It is read page by page, only as
 * fast as the reader takes it, so a hundred thousand messages are never in memory together.
 *
 * The last member says whether the export is complete: `"complete": true`, or false and an `error`. Texts that others sent by
 * hand to the person's number are left out, because an account does not prove that its number belongs to the person.
 * @throws {ProductError} before the first chunk only: too_many, unavailable
 */
export async function* exportAccount(
  context: ExportContext,
  queue: ExportQueue,
  person: ExportedPerson,
): AsyncGenerator<string> {
  const end = await queue.begin(person.uid);
  let hasBegun = false;
  try {
    for await (const chunk of allData(context, person)) {
      hasBegun = true;
      yield chunk;
    }
    yield ',"complete":true}\n';
  } catch (error) {
    if (!hasBegun) throw error;
    const { code, message } = asProductError(error as Error);
    context.log[code === 'unexpected' ? 'error' : 'warn']({ err: error }, 'an export broke off');
    const view = { code, message: `This file is not complete. ${message}` };
    yield `,"complete":false,"error":${JSON.stringify(view)}}\n`;
  } finally {
    await end();
  }
}

async function* allData(context: ExportContext, person: ExportedPerson): AsyncGenerator<string> {
  const { uid, sessionId } = person;
  const reader = new ExportPages(context.exportPool, person);
  const friends: string[] = [];
  const info = await reader.rows(OWN_INFO);
  yield* list(
    collectUids(friends, reader.pages(CONNECTIONS, [...START.id])),
    [`{"users":{${JSON.stringify(uid)}:{"info":${JSON.stringify(info[0])},"connections":{`, '}}}'],
    (friend) => `${JSON.stringify(friend.uid)}:${JSON.stringify(friend)}`,
  );
  yield* list(collectUids(friends, reader.pages(PAST_CONNECTIONS, [...START.id])), [',"pastConnections":[', ']']);
  yield* list(reader.pages(BLOCKS, [...START.id]), [',"blocks":[', ']']);
  yield* list(reader.pages(REQUESTS, [...START.id]), [',"requests":[', ']']);
  yield* list(reader.pages(REQUESTS_RECEIVED, [...START.id]), [',"requestsReceived":[', ']']);
  yield* list(reader.pages(REPORTS, [...START.id]), [',"reports":[', ']']);
  const [account] = await reader.rows(ACCOUNT);
  yield `,"account":${JSON.stringify(account)}`;
  yield* list(withIds(eachFriend(friends, reader, MESSAGES, [...START.seq])), [',"messages":[', ']']);
  yield* photosOf(
    reader,
    eachFriend(friends, reader, PHOTOS, [...START.seq, ...START.id]),
    openPhotoObjects(context.config, context.log),
  );
  const { appUrl } = context.config;
  yield* list(withWords(textsBy(friends, reader), appUrl), [',"texts":[', ']']);
  yield* list(withWords(textsTo(friends, reader), appUrl), [',"textsReceived":[', ']']);
  yield* list(reader.pages(MOODS, [...START.time, ...START.id]), [',"moods":[', ']']);
  yield* list(reader.pages(ASKS, [...START.id]), [',"asks":[', ']']);
  yield* list(reader.pages(ASK_ANSWERS, [...START.id]), [',"askAnswers":[', ']']);
  yield `,"settings":${JSON.stringify(await getSettings({ pool: context.exportPool }, uid))}`;
  const [invite] = await reader.rows(INVITE);
  yield `,"invite":${JSON.stringify(invite ?? null)}`;
  yield* list(reader.pages(PASSKEYS, [...START.id]), [',"passkeys":[', ']']);
  yield* list(reader.pages(DEVICES, [...START.id], [sessionId ?? null]), [',"devices":[', ']']);
  yield* list(reader.pages(PUSH_DEVICES, [...START.id]), [',"pushDevices":[', ']']);
}

async function* collectUids(friends: string[], pages: Pages): Pages {
  for await (const page of pages) {
    friends.push(...page.map(({ uid }) => String(uid)));
    yield page;
  }
}

async function* eachFriend(friends: string[], reader: ExportPages, statement: Paged, start: string[]): Pages {
  for (const friend of friends) yield* reader.pages(statement, start, [friend]);
}

async function* textsBy(friends: string[], reader: ExportPages): Pages {
  yield* reader.pages(TEXTS_BY_HAND, [...START.time, ...START.id]);
  yield* eachFriend(friends, reader, TEXTS_OF_MESSAGES.sent, [...START.seq]);
}

async function* textsTo(friends: string[], reader: ExportPages): Pages {
  yield* eachFriend(friends, reader, TEXTS_FOR_SUPPORT, [...START.time, ...START.id]);
  yield* eachFriend(friends, reader, TEXTS_OF_MESSAGES.received, [...START.seq]);
}

/** Leaves out rows without an id: messages that the person deleted for themselves. */
async function* withIds(pages: Pages): Pages {
  for await (const page of pages) yield page.filter(({ id }) => id);
}

/** Adds the words of the texts, and leaves out the rows for moods and messages without a text. */
async function* withWords(pages: Pages, appUrl: string): Pages {
  for await (const page of pages) yield page.filter(({ id }) => id).map((row) => addWords(row, appUrl));
}

function addWords(row: Row, appUrl: string): Row {
  const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, cause, ...text } = row as Row &
    Wording;
  const wording = { cause, typed, mood, authorUid, authorName, authorFirstname, recipientFirstname };
  return { ...text, cause, message: wordsOf(wording, appUrl) ?? null };
}

/** A JSON list or object, in chunks of many rows. After an error it ends after a whole row, and is closed. */
async function* list(
  pages: Pages,
  [open, close]: [string, string],
  write: (row: Row) => string = (row) => JSON.stringify(row),
): AsyncGenerator<string> {
  let chunk = open;
  let separator = '\n';
  let lastAt = performance.now();
  try {
    for await (const page of pages) {
      for (const row of page) {
        chunk += separator + write(row);
        separator = ',\n';
        if (chunk.length < CHUNK_LENGTH) continue;
        const full = chunk;
        chunk = '';
        yield full;
        lastAt = performance.now();
      }
      if (performance.now() - lastAt < KEEPALIVE_MS) continue;
      // JSON allows spaces between two rows.
      yield ' ';
      lastAt = performance.now();
    }
  } catch (error) {
    yield chunk + close;
    throw error;
  }
  yield chunk + close;
}
