/** A process of its own: makes calls one after the other on one open connection, and times them. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { receiveTask, reply } from './load-process.ts';

/** A call as a browser makes it. */
export interface Call {
  /** The product's address, and the `Origin` header. */
  origin: string;
  method: 'GET' | 'POST';
  path: string;
  cookie: string;
  body?: object;
}

export interface TimedCall {
  /** From the request to the last byte of the answer. */
  ms: number;
  /** Of the answer's body. */
  bytes: number;
}

const { calls } = await receiveTask<{ calls: Call[] }>();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const timed: TimedCall[] = [];
for (const call of calls) timed.push(await make(call));
reply(timed);
agent.destroy();

async function make({ origin, method, path, cookie, body }: Call): Promise<TimedCall> {
  const from = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { origin, cookie, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(origin + path, { method, agent, headers }, resolve).on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  const ms = performance.now() - from;
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  return { ms, bytes };
}
