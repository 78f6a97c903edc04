import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';

import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import { type FileKey, type FileStore, pathOf } from './file-store.ts';

/** A bucket of a service that speaks S3. */
export interface S3Settings {
  /** E.g. `https://s3.ap-southeast-1.amazonaws.com`; the bucket is the first part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long one request may take, or a file that is read give nothing. */
  readonly withinMs?: number;
}

/** A part of 8 MiB takes so long by a line of 1 Mbit/s. */
const usualMs = 90_000;

/** The service takes no part smaller than 5 MiB but the last; what is smaller than one is sent in one go. */
const partBytes = 8 * 1024 * 1024;

/** Files in a bucket. A large file is sent in parts, and is there once the last of them is. */
export function s3Store({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  withinMs = usualMs,
}: S3Settings): FileStore {
  const client = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries: 3 });
  const address = (key: FileKey) => {
    const path = pathOf(key);
    return path === undefined ? undefined : `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`;
  };

  async function send(method: string, url: string, body?: Buffer<ArrayBuffer> | string): Promise<Response> {
    // Over plain HTTP nothing else would tell that the bytes arrived as they were sent.
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const headers = { 'x-amz-content-sha256': digest };
    return ask(url, { method, headers, ...(body === undefined ? {} : { body }) }, AbortSignal.timeout(withinMs));
  }

  /** Its retries included. */
  async function ask(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await client.fetch(url, { ...init, signal });
    } catch (cause) {
      throw new StorageUnavailable('The bucket does not answer.', { cause });
    }
  }

  async function putInParts(url: string, first: Buffer<ArrayBuffer>, rest: AsyncIterable<Buffer<ArrayBuffer>>) {
    const begun = await expectOk(await send('POST', `${url}?uploads`));
    const uploadId = textOf('UploadId', await begun.text());
    const at = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const tags: string[] = [];
      let bytes = 0;
      for await (const part of following(first, rest)) {
        const sent = await expectOk(await send('PUT', `${url}?partNumber=${tags.length + 1}&${at}`, part));
        tags.push(sent.headers.get('etag') ?? '');
        bytes += part.length;
      }
      const parts = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await expectOk(await send('POST', `${url}?${at}`, list));
      // It may answer 200 before it knows, and the failure in the body.
      const answer = await done.text();
      if (answer.includes('<Error>'))
        throw new StorageUnavailable(`S3 did not put the parts together: ${answer.slice(0, 300)}`);
      return { bytes };
    } catch (error) {
      // What broke is what is told; parts that stay are swept by a rule of the bucket.
      await send('DELETE', `${url}?${at}`).catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(key, content) {
      const url = address(key);
      if (url === undefined) throw new TypeError('A file cannot have this name.');
      const parts = inParts(content)[Symbol.asyncIterator]();
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.length >= partBytes) return putInParts(url, first, { [Symbol.asyncIterator]: () => parts });
      await expectOk(await send('PUT', url, first));
      return { bytes: first.length };
    },

    async find(key) {
      const url = address(key);
      if (url === undefined) return undefined;
      const head = await send('HEAD', url);
      if (head.status === 404) return undefined;
      await expectOk(head);
      const bytes = Number(head.headers.get('content-length'));
      return {
        bytes,
        async read(part) {
          if (bytes === 0) return Readable.from([]);
          const headers = part === undefined ? {} : { range: `bytes=${part.start}-${part.end}` };
          const silence = new AbortController();
          const late = setTimeout(() => silence.abort(), withinMs);
          const { body } = await expectOk(await ask(url, { headers }, silence.signal)).finally(() =>
            clearTimeout(late),
          );
          return body === null ? Readable.from([]) : untilSilent(Readable.fromWeb(body), withinMs);
        },
      };
    },

    async remove(key) {
      const url = address(key);
      if (url === undefined) return;
      const gone = await send('DELETE', url);
      if (gone.status !== 404) await expectOk(gone);
    },
  };
}

/** The same, but that it breaks where it is asked for bytes and none come for so long. */
function untilSilent(bytes: Readable, withinMs: number): Readable {
  async function* patiently(): AsyncGenerator<Buffer> {
    const iterator = bytes[Symbol.asyncIterator]();
    for (;;) {
      const late = setTimeout(() => bytes.destroy(new StorageUnavailable('The bucket fell silent.')), withinMs);
      const next = await iterator.next().finally(() => clearTimeout(late));
      if (next.done === true) return;
      yield next.value as Buffer;
    }
  }
  const patient = Readable.from(patiently());
  patient.once('close', () => bytes.destroy());
  return patient;
}

async function* following<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** The same bytes in pieces of exactly `partBytes`, but for the last. */
async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.length;
    while (length >= partBytes) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, partBytes);
      waiting = [all.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = (await response.text()).slice(0, 300);
  throw new StorageUnavailable(`S3 answered ${response.status}: ${said}`);
}

function textOf(tag: string, xml: string): string {
  const found = new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(xml)?.[1];
  if (found === undefined) throw new StorageUnavailable(`S3 answered without ${tag}: ${xml.slice(0, 300)}`);
  return found;
}
