import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { asProductError } from '#server/http/error-response.ts';
import { getSettings } from '../settings.ts';
import { ExportPages, type Paged, type Row } from './export-pages.ts';
import type { ExportQueue } from './export-queue.ts';
import {
  ACCOUNT,
  CONNECTIONS,
  DEVICES,
  MESSAGES,
  MOODS,
  OWN_INFO,
  START,
  TEXTS_BY_HAND,
  TEXTS_FOR_SUPPORT,
  TEXTS_OF_MESSAGES,
  TEXTS_OF_MOODS,
} from './export-statements.ts';

type Pages = AsyncIterable<Row[]>;

const PIECE_LENGTH = 64 * 1024;
/** A connection on which nothing comes for a minute is cut off, by this server or a proxy. */
const SIGN_OF_LIFE_MS = 10_000;

/**
 * All that is kept about a person, as one JSON text in pieces: users/{uid} as the specification has it (spec §3), where a
 * connection is a copy of the other's info, then the account, messages, texts, moods, settings and devices. Page by page,
 * so that a hundred thousand messages are never in memory together, and only as fast as they are read.
 *
 * The last member tells whether it is whole: `"complete": true`, or false and an `error` when it broke off. What others
 * sent by hand to the person's number is not in it: nobody proves that a number is theirs.
 * @throws {ProductError} before the first piece only: too_many, unavailable
 */
export async function* exportAccount(
  context: Context,
  turns: ExportQueue,
  person: SignedInPerson,
): AsyncGenerator<string> {
  const endTurn = await turns.take(person.uid);
  let hasBegun = false;
  try {
    for await (const piece of everything(context, person)) {
      hasBegun = true;
      yield piece;
    }
    yield ',"complete":true}\n';
  } catch (error) {
    if (!hasBegun) throw error;
    const { code, message } = asProductError(error as Error);
    context.log[code === 'unexpected' ? 'error' : 'warn']({ err: error }, 'an export broke off');
    const view = { code, message: `This file is not complete. ${message}` };
    yield `,"complete":false,"error":${JSON.stringify(view)}}\n`;
  } finally {
    await endTurn();
  }
}

async function* everything(context: Context, person: SignedInPerson): AsyncGenerator<string> {
  const { uid, sessionId } = person;
  const pages = new ExportPages(context.exportPool, person);
  const friends: string[] = [];
  const info = await pages.rows(OWN_INFO);
  yield* list(
    noting(friends, pages.behind(CONNECTIONS, [...START.id])),
    [`{"users":{${JSON.stringify(uid)}:{"info":${JSON.stringify(info[0])},"connections":{`, '}}}'],
    (friend) => `${JSON.stringify(friend.uid)}:${JSON.stringify(friend)}`,
  );
  const [account] = await pages.rows(ACCOUNT);
  yield `,"account":${JSON.stringify(account)}`;
  yield* list(eachFriend(friends, pages, MESSAGES, [...START.seq]), [',"messages":[', ']']);
  yield* list(textsBy(friends, pages), [',"texts":[', ']']);
  yield* list(textsTo(friends, pages), [',"textsReceived":[', ']']);
  yield* list(pages.behind(MOODS, [...START.time, ...START.id]), [',"moods":[', ']']);
  yield `,"settings":${JSON.stringify(await getSettings({ ...context, pool: context.exportPool }, uid))}`;
  yield* list(pages.behind(DEVICES, [...START.id], [sessionId]), [',"devices":[', ']']);
}

async function* noting(friends: string[], pages: Pages): Pages {
  for await (const page of pages) {
    friends.push(...page.map(({ uid }) => String(uid)));
    yield page;
  }
}

async function* eachFriend(friends: string[], pages: ExportPages, statement: Paged, start: string[]): Pages {
  for (const friend of friends) yield* pages.behind(statement, start, [friend]);
}

async function* textsBy(friends: string[], pages: ExportPages): Pages {
  yield* there(pages.behind(TEXTS_OF_MOODS, [...START.time, ...START.id, ...START.id]));
  yield* pages.behind(TEXTS_BY_HAND, [...START.time, ...START.id]);
  yield* there(eachFriend(friends, pages, TEXTS_OF_MESSAGES.sent, [...START.seq]));
}

async function* textsTo(friends: string[], pages: ExportPages): Pages {
  yield* there(eachFriend(friends, pages, TEXTS_FOR_SUPPORT, [...START.time, ...START.id]));
  yield* there(eachFriend(friends, pages, TEXTS_OF_MESSAGES.received, [...START.seq]));
}

/** A page of moods or messages has rows for those without a text, too. */
async function* there(pages: Pages): Pages {
  for await (const page of pages) yield page.filter(({ id }) => id);
}

/** A JSON list or object, in pieces of many rows. What breaks it off breaks it off between two rows, and it is closed. */
async function* list(
  pages: Pages,
  [open, close]: [string, string],
  write: (row: Row) => string = (row) => JSON.stringify(row),
): AsyncGenerator<string> {
  let piece = open;
  let separator = '\n';
  let lastAt = performance.now();
  try {
    for await (const page of pages) {
      for (const row of page) {
        piece += separator + write(row);
        separator = ',\n';
        if (piece.length < PIECE_LENGTH) continue;
        const full = piece;
        piece = '';
        yield full;
        lastAt = performance.now();
      }
      if (performance.now() - lastAt < SIGN_OF_LIFE_MS) continue;
      // Between two rows JSON may have any space.
      yield ' ';
      lastAt = performance.now();
    }
  } catch (error) {
    yield piece + close;
    throw error;
  }
  yield piece + close;
}
