import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostedEngine } from '@alo/engine-host';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { isConsole, pageOf } from './sockets/websocket.ts';

let engine: HostedEngine;
const strangersPerAddress = 5;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-streams-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({ files, sipPort: 0, bindAddress: '127.0.0.1', limits: { strangersPerAddress } });
  await engine.start();
  await engine.open();
});
afterAll(() => engine.close());

async function connected(): Promise<Socket> {
  const socket = connect(engine.listening?.sipPort ?? 0, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** What a connection says until it is closed. */
async function lastWords(bytes: string): Promise<string> {
  const socket = await connected();
  let said = '';
  socket.on('data', (data) => (said += String(data)));
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  return said;
}

const request = (more: string, line = 'OPTIONS sip:alo.example SIP/2.0', version = 'SIP/2.0') =>
  [
    line,
    `Via: ${version}/TCP 127.0.0.1:5999;branch=z9hG4bKx`,
    'From: <sip:a@alo.example>;tag=1',
    'To: <sip:b@alo.example>',
    'Call-ID: streams',
    'CSeq: 1 OPTIONS',
    `Max-Forwards: 70\r\n${more}`,
  ].join('\r\n');

describe('what is no message is answered once, and its connection closed', () => {
  test('a text that is no SIP', async () => {
    expect(await lastWords('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^SIP\/2\.0 400 /);
  });
  test('noise without an end', async () => {
    expect(await lastWords('X'.repeat(10_000))).toMatch(/^SIP\/2\.0 400 /);
  });
  test('a header that is larger than any', async () => {
    const said = await lastWords(request(`Subject: ${'x'.repeat(70_000)}\r\n\r\n`));
    expect(said).toMatch(/^SIP\/2\.0 513 /);
    expect(said).toContain('Call-ID: streams');
  });
  test('headers without an end', async () => {
    expect(await lastWords(request('Subject: x\r\n'.repeat(20_000)))).toMatch(/^SIP\/2\.0 513 /);
  });
  test('a body that is larger than any', async () => {
    expect(await lastWords(request('Content-Length: 1000000\r\n\r\n'))).toMatch(/^SIP\/2\.0 413 /);
  });
  test('a message that does not say how long it is', async () => {
    expect(await lastWords(request('\r\n'))).toMatch(/^SIP\/2\.0 400 /);
  });
});

describe('what is a message and not one for us is answered, and the connection stays', () => {
  const answered = async (bytes: string) => {
    const socket = await connected();
    const data = once(socket, 'data');
    socket.write(bytes);
    const [said] = await data;
    socket.write(request('Content-Length: 0\r\n\r\n'));
    await once(socket, 'data');
    return String(said);
  };
  test('another version of SIP', async () => {
    const said = await answered(request('Content-Length: 0\r\n\r\n', 'OPTIONS sip:alo.example SIP/3.0', 'SIP/3.0'));
    expect(said).toMatch(/^SIP\/2\.0 505 /);
  });
  test('two thousand headers', async () => {
    expect(await answered(request(`Content-Length: 0\r\n${'Subject: x\r\n'.repeat(2_000)}\r\n`))).toMatch(
      /^SIP\/2\.0 513 /,
    );
  });
});

test('of the connections from one address that prove nothing the oldest goes when there are too many', async () => {
  const first = await connected();
  const gone = once(first, 'close');
  first.resume();
  for (let others = 0; others < strangersPerAddress; others++) await connected();
  await gone;
  expect(first.destroyed).toBe(true);
});

test.each([
  [{ host: 'alo.vn:4443' }, true],
  [{ host: 'alo.vn:4443', origin: 'https://alo.vn' }, true],
  [{ host: 'alo.vn:4443', origin: 'https://alo.vn:4443' }, true],
  [{ host: 'localhost:4443', origin: 'http://localhost:8080' }, true],
  [{ host: 'localhost:4443', origin: 'http://localhost:3000' }, false],
  [{ host: 'alo.vn:4443', origin: 'http://alo.vn' }, false],
  [{ host: 'alo.vn:4443', origin: 'https://alo.vn:9000' }, false],
  [{ host: 'alo.vn:4443', origin: 'https://evil.example' }, false],
  [{ host: 'alo.vn:4443', origin: 'null' }, false],
])('a page that opens a socket with %j is ours: %s', (headers, expected) => {
  expect(isConsole({ headers }, 8080)).toBe(expected);
});

test.each([
  ['https://crm.example.vn', 'https://crm.example.vn'],
  ['https://CRM.example.vn:443', 'https://crm.example.vn'],
  ['http://crm.example.vn', 'http://crm.example.vn'],
  ['https://crm.example.vn:8443', 'https://crm.example.vn:8443'],
  ['null', undefined],
  ['file://', undefined],
  ['', undefined],
  [undefined, undefined],
])('a page that opens a socket with %j is at %s', (origin, page) => {
  expect(pageOf({ headers: origin === undefined ? {} : { origin } })).toBe(page);
});
