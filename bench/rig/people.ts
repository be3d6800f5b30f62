import { randomUUID } from 'node:crypto';
import type { ConnectionEntry } from '#contract/views.ts';
import type { Product } from './product.ts';

/** A person with an account and a session: enough to open a live connection. */
export interface Person {
  uid: string;
  cookie: string;
}

/** Two connected people. The first one connected, so the greeting is from them. */
export type Pair = readonly [Person, Person];

const PASSWORD = 'correct horse battery';
/** Hashing a password keeps a core busy; more sign-ups at once would only wait. */
const AT_ONCE = 4;
const CALL_TIMEOUT_MS = 30_000;

/** Signs up and connects pairs of people, each with a phone, with the browser's own calls. */
export async function connectedPairs(product: Product, count: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const left = Array.from({ length: count }, (_, place) => place);
  const connectNext = async (): Promise<void> => {
    for (let place = left.pop(); place !== undefined; place = left.pop()) {
      const asker = await signUp(product, 2 * place);
      const other = await signUp(product, 2 * place + 1);
      await call(product, 'PUT', `/api/users/${asker.uid}/connections/${other.uid}`, {}, asker);
      pairs.push([asker, other]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connectNext));
  return pairs;
}

/** A person's list of connections, as their browser gets it. */
export async function connectionsOf(product: Product, person: Person): Promise<ConnectionEntry[]> {
  const answer = await call(product, 'GET', `/api/users/${person.uid}/connections`, undefined, person);
  return answer.body as ConnectionEntry[];
}

async function signUp(product: Product, number: number): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const [firstname, lastname] = ['Bench', `Person ${number}`];
  const phonenumber = `+1415555${String(number).padStart(4, '0')}`;
  const name = `${firstname} ${lastname}`;
  await call(product, 'POST', '/api/identity/sign-up/email', {
    name,
    firstname,
    lastname,
    phonenumber,
    email,
    password: PASSWORD,
  });
  const answer = await call(product, 'POST', '/api/identity/sign-in/email', { email, password: PASSWORD });
  const { user } = answer.body as { user: { id: string } };
  return { uid: user.id, cookie: answer.cookies.join('; ') };
}

interface Answer {
  cookies: string[];
  body: unknown;
}

/** Makes a call and reads the whole answer, which frees its connection for the next call. */
async function call({ url }: Product, method: string, path: string, body?: object, as?: Person): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, ...(body && { 'content-type': 'application/json' }), ...(as && { cookie: as.cookie }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return { cookies: answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''), body: JSON.parse(text) };
}
