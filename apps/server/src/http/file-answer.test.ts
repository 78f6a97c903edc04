import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { parseRange, sendFile } from './file-answer.ts';

const files: Record<string, Buffer> = { 'a.wav': Buffer.from('0123456789'), 'empty.wav': Buffer.alloc(0) };
const app = fastify();

beforeAll(async () => {
  app.get('/:file', (request, reply) => {
    const { file } = request.params as { file: string };
    const answer = { name: 'Ghi âm.wav', contentType: 'audio/wav', disposition: 'inline' } as const;
    const bytes = files[file] ?? Buffer.alloc(0);
    const read = async ({ start, end }: { start: number; end: number }) =>
      Readable.from([bytes.subarray(start, end + 1)]);
    return sendFile(reply, { ...answer, stored: { bytes: bytes.length, read } }, request.headers.range);
  });
});

afterAll(() => app.close());

const get = (file: string, range?: string) =>
  app.inject({ url: `/${file}`, ...(range === undefined ? {} : { headers: { range } }) });

test('a stored file is answered whole, or the part that is asked for', async () => {
  const whole = await get('a.wav');
  expect([whole.statusCode, whole.body, whole.headers['accept-ranges']]).toEqual([200, '0123456789', 'bytes']);
  expect(whole.headers['content-disposition']).toBe(
    `inline; filename="Ghi_am.wav"; filename*=UTF-8''Ghi%20%C3%A2m.wav`,
  );
  const part = await get('a.wav', 'bytes=2-4');
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  const beyond = await get('a.wav', 'bytes=10-');
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
  expect((await get('empty.wav')).statusCode).toBe(200);
});

test('ranges are read as RFC 9110 §14.1.2 says', () => {
  expect(parseRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 });
  expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(parseRange('bytes=-30', 10)).toEqual({ start: 0, end: 9 });
  expect(parseRange('bytes=5-99', 10)).toEqual({ start: 5, end: 9 });
  expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
  for (const whole of [undefined, '', 'bytes=-', 'bytes=4-2', 'bytes=0-1,4-5', 'lines=1-2']) {
    expect(parseRange(whole, 10)).toBeUndefined();
  }
});
