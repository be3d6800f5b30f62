import { LiveClient } from './live-client.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON of the answer. Tests say what they expect of it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever it is
  body: any;
}

type Headings = Record<string, string>;

/** Somebody who calls the API as a browser does: with an Origin, and a cookie once they are signed in. */
export class Client {
  readonly origin: string;
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  put(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('PUT', path, body);
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('POST', path, body);
  }

  patch(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('PATCH', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }

  /** @param headers over those of a browser; '' leaves one out */
  async call(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Answer> {
    const json: Headings = body === undefined ? {} : { 'content-type': 'application/json' };
    const all: Headings = { origin: this.origin, cookie: this.cookie, ...json, ...headers };
    const response = await fetch(this.origin + path, {
      method,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  async signIn(email: string, password: string): Promise<Answer> {
    const answer = await this.post('/api/identity/sign-in/email', { email, password });
    this.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return answer;
  }

  /** Opens a live connection. */
  listen(headers: Headings = {}): Promise<LiveClient> {
    const all: Headings = { origin: this.origin, cookie: this.cookie, ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    return LiveClient.open(`${this.origin.replace('http', 'ws')}/api/live`, sent);
  }
}

export const PASSWORD = 'correct horse battery';

/** Somebody with an account, signed in. */
export class Member extends Client {
  readonly uid: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phonenumber: string;

  constructor(origin: string, profile: Profile & { uid: string }) {
    super(origin);
    this.uid = profile.uid;
    this.firstname = profile.firstname;
    this.lastname = profile.lastname;
    this.email = profile.email;
    this.phonenumber = profile.phonenumber;
  }

  connect(other: Member): Promise<Answer> {
    return this.put(`/api/users/${this.uid}/connections/${other.uid}`);
  }

  choose(mood: string): Promise<Answer> {
    return this.put(`/api/users/${this.uid}/info/mood`, { mood });
  }

  circle(): Promise<Answer> {
    return this.get(`/api/users/${this.uid}/connections`);
  }
}

export interface Profile {
  firstname: string;
  lastname: string;
  email: string;
  phonenumber: string;
}
