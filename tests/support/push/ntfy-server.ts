import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { listen } from '../servers/listen.ts';
import { CERTIFICATE } from './trusted-certificate.ts';

interface Published {
  topic: string;
  title: string;
  message: string;
  click: string;
  priority: number;
}

/** An ntfy server that takes messages as JSON. Open a push service before: then this process trusts the certificate. */
export async function openNtfyServer() {
  const published: Published[] = [];
  const answer: { status: number; before?: () => Promise<unknown> } = { status: 200 };
  const server = createServer(CERTIFICATE, async (request, response) => {
    const body = (await json(request)) as Published;
    await answer.before?.();
    const isPublish = request.method === 'POST' && request.url === '/' && answer.status === 200;
    if (isPublish) published.push(body);
    response.writeHead(isPublish ? 200 : answer.status, { 'retry-after': '60' }).end('{}');
  });
  const { port, close } = await listen(server);
  const host = `127.0.0.1:${port}`;
  return { host, topic: (name: string) => `https://${host}/${name}`, published, answer, close };
}
