import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from './listen.ts';

const KEY = 'test-key';
/** With characters that an address writes differently. */
const SECRET = 'test/secret+1=';
const REGION = 'eu-test-1';

/** Opens a bucket that speaks as much S3 as photos need, and checks each signature (AWS Signature Version 4) by itself. */
export async function openS3Server() {
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (s3.fails === 0) return;
    if (s3.fails) return response.writeHead(s3.fails, { location: 'http://127.0.0.1:1/' }).end();
    const { method, url } = request;
    if (!isSigned(request, body)) {
      s3.refused.push(`${method} ${url}`);
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const name = url!.replace('/bucket/photos/', '');
    const object = s3.objects.get(name);
    if (method === 'PUT') s3.objects.set(name, body);
    if (method === 'DELETE') s3.objects.delete(name);
    if (method === 'GET') return object ? response.end(object) : response.writeHead(404).end();
    return response.writeHead(method === 'PUT' ? 200 : 204).end();
  });
  const { port, close } = await listen(http);
  const s3 = {
    /** For `S3_URL`. */
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/bucket/photos?region=${REGION}`,
    objects: new Map<string, Buffer>(),
    /** Answers each call with this status while it is set; 0 leaves calls without an answer. */
    fails: undefined as number | undefined,
    /** Calls whose signature, time or content was wrong. */
    refused: [] as string[],
    close,
  };
  return s3;
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const day = time.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const sha256 = String(headers['x-amz-content-sha256']);
  if (credential !== `${KEY}/${scope}` || !names?.split(';').includes('host')) return false;
  if (method === 'PUT' && sha256 !== hash(body)) return false;
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', lines.join(''), names, sha256].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

function hash(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
