import type { Language } from '#contract/account/languages.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { getStoredCheckIns } from '#server/features/check-in/index.ts';
import { openPhotoObjects, type PhotoObjects } from '#server/features/photos/index.ts';
import { PLAN, unseal } from '#server/features/plan/index.ts';
import { messageOf, type Wording } from '#server/features/texts/index.ts';
import { asProductError } from '#server/http/error-response.ts';
import { wordsOf } from '#server/languages.ts';
import { getSettings } from '../settings.ts';
import * as statements from './export-statements.ts';
import type { ExportedPerson, ReadPages, Row } from './exports.ts';

/** The operator's copy has no language. */
type ExportingPerson = ExportedPerson & { language?: Language | null };
type ExportContext = Pick<Context, 'config' | 'exports' | 'log' | 'pool'>;

/**
 * All data about a person as JSON (spec §3). It ends with `"complete": true`, or with `false` and an `error`.
 * @throws {ProductError} before the first chunk: too_many, unavailable
 */
export async function* exportAccount(context: ExportContext, person: ExportingPerson): AsyncGenerator<string> {
  let hasBegun = false;
  try {
    for await (const chunk of context.exports.read(person, (pages) => allData(context, person, pages))) {
      hasBegun = true;
      yield chunk;
    }
    yield ',"complete":true}\n';
  } catch (error) {
    if (!hasBegun) throw error;
    const { code, say } = asProductError(error as Error);
    const t = wordsOf(person.language ?? null);
    context.log[code === 'unexpected' ? 'error' : 'warn']({ err: error }, 'an export broke off');
    const view = { code, message: t.fileIsNotComplete({ reason: say(t) }) };
    yield `,"complete":false,"error":${JSON.stringify(view)}}\n`;
  }
}

async function* allData(
  context: ExportContext,
  { uid, sessionId, language = null }: ExportingPerson,
  pages: ReadPages,
) {
  const member = async function* (name: string, statement: string, values?: unknown[], pageSize?: number) {
    yield* rows(`,"${name}":[`, pages(statement, values, pageSize), JSON.stringify, ']');
  };
  const single = async (name: string, statement: string) => {
    let row: Row | undefined;
    for await (const page of pages(statement)) row = page[0];
    return `"${name}":${JSON.stringify(row ?? null)}`;
  };
  yield `{"users":{${JSON.stringify(uid)}:{${await single('info', statements.OWN_INFO)}`;
  const connection = (row: Row) => `${JSON.stringify(row.uid)}:${JSON.stringify(row)}`;
  yield* rows(',"connections":{', pages(statements.CONNECTIONS), connection, '}}}');
  yield* member('pastConnections', statements.PAST_CONNECTIONS);
  yield* member('blocks', statements.BLOCKS);
  yield* member('requests', statements.REQUESTS);
  yield* member('requestsReceived', statements.REQUESTS_RECEIVED);
  yield* member('reports', statements.REPORTS);
  yield `,${await single('account', statements.ACCOUNT)}`;
  // Few at once: 500 long ones would be one string of up to 30 MB.
  yield* member('messages', statements.MESSAGES, [wordsOf(language).messageDeleted], 50);
  const objects = openPhotoObjects(context.config, context.log);
  const photos = joined(statements.PHOTOS.map((each) => pages(each, [], 1)));
  yield* rows(',"photos":[', withData(photos, objects), JSON.stringify, ']');
  const text = (row: Row) => JSON.stringify(withWords(row, context.config.appUrl));
  yield* rows(',"texts":[', joined(statements.TEXTS_SENT.map((each) => pages(each))), text, ']');
  yield* rows(',"textsReceived":[', joined(statements.TEXTS_RECEIVED.map((each) => pages(each))), text, ']');
  yield* member('moods', statements.MOODS);
  const planPart = ({ sealed, ...row }: Row) =>
    JSON.stringify({
      ...row,
      words: unseal(context.config.authSecret, uid, String(row.part), sealed as Buffer),
    });
  yield* rows(',"plan":[', pages(PLAN), planPart, ']');
  yield `,"checkIns":${JSON.stringify(await getStoredCheckIns(context.pool, uid))}`;
  yield* member('asks', statements.ASKS);
  yield* member('askAnswers', statements.ASK_ANSWERS);
  yield `,"settings":${JSON.stringify(await getSettings(context, uid))}`;
  yield `,${await single('invite', statements.INVITE)}`;
  yield* member('passkeys', statements.PASSKEYS);
  yield* member('devices', statements.DEVICES, [sessionId ?? null]);
  yield* member('pushDevices', statements.PUSH_DEVICES);
}

/** A JSON list or object, in chunks; an error closes it. */
async function* rows(
  open: string,
  pages: AsyncIterable<Row[]>,
  write: (row: Row) => string,
  close: string,
): AsyncGenerator<string> {
  let separator = '\n';
  yield open;
  try {
    for await (const page of pages) {
      yield separator + page.map((row) => write(row)).join(',\n');
      separator = ',\n';
    }
  } catch (error) {
    yield close;
    throw error;
  }
  yield close;
}

async function* joined(lists: AsyncIterable<Row[]>[]): AsyncGenerator<Row[]> {
  for (const list of lists) yield* list;
}

async function* withData(photos: AsyncIterable<Row[]>, objects: PhotoObjects | undefined): AsyncGenerator<Row[]> {
  for await (const [photo] of photos) {
    const { object, data, ...rest } = photo!;
    if (object && !objects) throw new ProductError('unavailable');
    const bytes = object ? await new Response(await objects!.get(String(object))).arrayBuffer() : undefined;
    yield [{ ...rest, data: bytes ? Buffer.from(bytes).toString('base64') : data }];
  }
}

function withWords(row: Row, appUrl: string): Row {
  const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, language, ...text } = row as Row &
    Wording;
  return { ...text, message: messageOf(row as Row & Wording, appUrl) ?? null };
}
