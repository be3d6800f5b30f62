import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

const TIMEOUT_MS = 10_000;

/** The bytes of photos in a bucket that speaks S3, each under an id that only the database knows. */
export class PhotoObjects {
  readonly #client: AwsClient;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #timeoutMs: number;

  /** @param s3Url `https://KEY:SECRET@HOST/BUCKET`, with `?region=…` where the service has regions */
  constructor(s3Url: string, log: Logger, timeoutMs = TIMEOUT_MS) {
    const url = new URL(s3Url);
    this.#client = new AwsClient({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      service: 's3',
      region: url.searchParams.get('region') ?? 'us-east-1',
      retries: 0,
    });
    this.#folder = `${url.origin}${url.pathname.replace(/\/+$/, '')}/`;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws {ProductError} unavailable */
  async put(object: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // Signed with its hash, so that nothing on the way changes a byte.
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 };
    await drain(await this.#ask(object, { method: 'PUT', headers, body: bytes }));
  }

  /** The bytes, as fast as they are read. @throws {ProductError} unavailable */
  async get(object: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    return (await this.#ask(object, { method: 'GET' })).body!;
  }

  /** One that is not there counts as removed. @throws {ProductError} unavailable */
  async remove(object: string): Promise<void> {
    await drain(await this.#ask(object, { method: 'DELETE' }, 404));
  }

  async #ask(object: string, call: RequestInit, alsoFine?: number): Promise<Response> {
    // Until the headers are there: a slow reader takes the body as slowly as it likes.
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(new Error('The answer took too long')), this.#timeoutMs);
    try {
      // Never to another address: the signature is for this one, and a redirect could lead into the server's own network.
      const init = { ...call, redirect: 'manual' as const, signal: stopping.signal };
      const answer = await this.#client.fetch(this.#folder + object, init);
      if (answer.ok || answer.status === alsoFine) return answer;
      await drain(answer);
      throw new Error(`S3 answered ${answer.status}`);
    } catch (error) {
      this.#log.warn({ err: error, method: call.method }, 'S3 could not be used');
      throw new ProductError('unavailable');
    } finally {
      clearTimeout(timer);
    }
  }
}

async function drain(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

export function openPhotoObjects({ s3Url }: Pick<Config, 's3Url'>, log: Logger): PhotoObjects | undefined {
  return s3Url === undefined ? undefined : new PhotoObjects(s3Url, log);
}
