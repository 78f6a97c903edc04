import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { S3Settings } from '../src/storage/s3-store.ts';

const bucket = 'alo-test';
const accessKeyId = 'thu';
const secretAccessKey = 'bi-mat';
const region = 'vn-1';

/** As much of S3 as the store speaks, in memory. Answers 403 where the signature is not right (AWS Signature Version 4). */
export async function testS3Server() {
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  /** Parts numbered from here on are refused; what is put is damaged, or everything is refused. */
  const failing = { fromPart: Number.POSITIVE_INFINITY, damages: false, refuses: false };

  function answer(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void {
    const path = url.pathname;
    const uploadId = url.searchParams.get('uploadId');
    const say = (status: number, text = '', headers = {}) => void response.writeHead(status, headers).end(text);
    if (!path.startsWith(`/${bucket}/`)) return say(404);
    if (failing.refuses) return say(403, 'AccessDenied');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload ${uploads.size + 1}`;
      uploads.set(id, new Map());
      return say(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId);
      if (parts === undefined) return say(404);
      if (request.method === 'PUT') {
        const number = Number(url.searchParams.get('partNumber'));
        if (number >= failing.fromPart) return say(400, 'this part cannot be taken');
        parts.set(number, body);
        return say(200, '', { etag: `"${number}"` });
      }
      uploads.delete(uploadId);
      if (request.method === 'DELETE') return say(204);
      files.set(path, Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, part]) => part)));
      return say(200, '<CompleteMultipartUploadResult/>');
    }
    if (request.method === 'PUT') {
      if (failing.damages) body[0] = (body[0] ?? 0) ^ 1;
      files.set(path, body);
      return say(200);
    }
    if (request.method === 'DELETE') {
      files.delete(path);
      return say(204);
    }
    const file = files.get(path);
    if (file === undefined) return say(404);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? file : file.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      if (!isSigned(request, url, body)) response.writeHead(403).end('SignatureDoesNotMatch');
      else answer(request, response, url, body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings: S3Settings = { endpoint: `http://127.0.0.1:${port}`, bucket, region, accessKeyId, secretAccessKey };
  return {
    settings,
    failing,
    /** Names of what is stored, and uploads that were neither completed nor given up. */
    files: () => [...files.keys()],
    contents: (name: string) => files.get(name),
    openUploads: () => uploads.size,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The signature made once more from what arrived, step by step as the service's documentation has it. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const header = request.headers.authorization ?? '';
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=thu\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(header) ?? [];
  const contents = String(request.headers['x-amz-content-sha256'] ?? '');
  if (contents !== 'UNSIGNED-PAYLOAD' && contents !== createHash('sha256').update(body).digest('hex')) return false;
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    contents,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
