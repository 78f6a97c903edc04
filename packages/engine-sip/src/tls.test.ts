import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, connect as tlsConnect } from 'node:tls';
import type { CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { ha1, header } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { TcpSockets } from './sockets/tcp.ts';

// A test's own names.
const tenant = 'tls' as TenantId;
const trunk = 'carrier' as TrunkId;
const domain = 'tls.example';

let engine: HostedEngine;
let certificate: { readonly certificate: string; readonly key: string };
let events: EngineEvent[] = [];

/** One that its own signature vouches for. */
async function certificateOf(name: string) {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { certificate: made.cert, key: made.private };
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-tls-'));
  certificate = await certificateOf('carrier.example');
  engine = createSipEngine({
    files: { promptsFolder: folder, recordingsFolder: folder },
    sipPort: 0,
    tls: { port: 0, ...certificate },
  });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  const secret = (algorithm: 'MD5' | 'SHA-256') => ha1(algorithm, '101', domain, 'secret');
  await engine.provision({
    tenant,
    revision: 1,
    domain,
    extensions: [{ extension: '101', secrets: [{ id: 'a', ha1Md5: secret('MD5'), ha1Sha256: secret('SHA-256') }] }],
    trunks: [
      { trunk, host: '127.0.0.9', port: 5061, transport: 'tls', addresses: ['127.0.0.1'], numbers: ['19001234'] },
    ],
  });
  await engine.open();
});
afterAll(() => engine.close());

async function phone(transport: 'tls' | 'tcp', user = '101') {
  const { tlsPort, sipPort } = engine.listening ?? { tlsPort: 0, sipPort: 0 };
  const server = { transport, host: '127.0.0.1', port: (transport === 'tls' ? tlsPort : sipPort) ?? 0 };
  const made = await TestPhone.rtp({ server, domain, user, password: 'secret' });
  onTestFinished(() => made.close());
  return made;
}

test.each([
  ['TLSv1.1', null],
  ['TLSv1.2', 'TLSv1.2'],
  ['TLSv1.3', 'TLSv1.3'],
] as const)('a phone that speaks %s at most has a connection by %s', async (version, spoken) => {
  const options = {
    minVersion: version,
    maxVersion: version,
    ciphers: 'DEFAULT@SECLEVEL=0',
    rejectUnauthorized: false,
  };
  const socket = tlsConnect({ port: engine.listening?.tlsPort ?? 0, host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  const agreed = await once(socket, 'secureConnect').then(
    () => socket.getProtocol(),
    () => null,
  );
  expect(agreed).toBe(spoken);
});

test.each([
  { transport: 'tls', profile: 'RTP/SAVP', keys: true },
  { transport: 'tcp', profile: 'RTP/AVP', keys: false },
] as const)('a phone that comes by $transport is offered $profile', async ({ transport, profile, keys }) => {
  const lan = await phone(transport);
  expect((await lan.register()).status).toBe(200);
  const call = `to-${transport}` as CallId;
  engine.perform(tenant, call, {
    type: 'dial',
    leg: `${call}/1` as LegId,
    to: { kind: 'extension', extension: '101' },
    callerId: { number: '102', name: '' },
  });
  const { invite } = await lan.nextCall();
  if (invite === undefined) throw new Error('no INVITE');
  const sdp = new TextDecoder().decode(invite.body);
  expect(sdp).toMatch(new RegExp(`^m=audio \\d+ ${profile} `, 'm'));
  expect(/^a=crypto:\d AES_CM_128_HMAC_SHA1_80 inline:/m.test(sdp)).toBe(keys);
  const port = transport === 'tls' ? engine.listening?.tlsPort : engine.listening?.sipPort;
  expect(header(invite, 'contact')).toBe(`<sip:alo@127.0.0.1:${port};transport=${transport}>`);
  engine.perform(tenant, call, { type: 'hang-up', leg: `${call}/1` as LegId, cause: 'normal' });
  expect((await lan.register(0)).status).toBe(200);
});

test('a carrier that comes by TLS is known by its address, and the number is its', async () => {
  events = [];
  const carrier = await phone('tls', '0912345678');
  await carrier.call('+8419001234');
  await expect
    .poll(() => events.find(({ type }) => type === 'arrived'))
    .toMatchObject({ dialled: '19001234', origin: { kind: 'trunk', trunk, number: '0912345678' } });
});

test('a carrier is spoken to by TLS where its certificate is of its name, by one whom we believe, and else not', async () => {
  const none = { isPhonePage: () => false, onOpened() {}, onBytes() {}, onClosed() {}, onProblem() {} };
  const carrier = await TcpSockets.open('127.0.0.1', 0, none, 10);
  const ours = await TcpSockets.open('127.0.0.1', 0, none, 10);
  onTestFinished(() => {
    carrier.close();
    ours.close();
  });
  const port = await carrier.listenTls('127.0.0.1', 0, certificate);
  await expect(ours.connect('127.0.0.1', port, 'carrier.example')).rejects.toThrow(/self-signed/);
  believe(certificate.certificate);
  await expect(ours.connect('127.0.0.1', port, 'other.example')).rejects.toThrow(/altnames/);
  const flow = await ours.connect('127.0.0.1', port, 'carrier.example');
  expect(flow).toMatchObject({ transport: 'tls', remote: { address: '127.0.0.1', port } });
  expect(await ours.connect('127.0.0.1', port, 'carrier.example')).toBe(flow);
});

test('who connects and agrees on nothing is counted all the same, so that nobody takes all the room', async () => {
  const opened: string[] = [];
  const told = {
    isPhonePage: () => false,
    onOpened: () => void opened.push('one'),
    onBytes() {},
    onClosed() {},
    onProblem() {},
  };
  const sockets = await TcpSockets.open('127.0.0.1', 0, told, 2);
  const ours = await TcpSockets.open('127.0.0.1', 0, told, 2);
  const port = await sockets.listenTls('127.0.0.1', 0, certificate);
  believe(certificate.certificate);
  const mute = await Promise.all([1, 2].map(async () => (await connected(port)).on('error', () => {})));
  onTestFinished(() => {
    for (const socket of mute) socket.destroy();
    sockets.close();
    ours.close();
  });
  await expect(ours.connect('127.0.0.1', port, 'carrier.example')).rejects.toThrow();
  expect(opened).toEqual([]);
  // Once they are gone there is room.
  for (const socket of mute) socket.destroy();
  await expect
    .poll(() => ours.connect('127.0.0.1', port, 'carrier.example').catch(() => null))
    .toMatchObject({ transport: 'tls' });
  await expect.poll(() => opened.length).toBe(1);
});

/** Until the end of the test. */
function believe(authority: string): void {
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, authority]);
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** The first words of a client that has this version of TLS and none above it, with a cipher for each. */
function clientHello(minor: number): Buffer {
  const extensions = Buffer.from('000a00040002001700' + '0b00020100' + '000d000600040403' + '0203', 'hex');
  const hello = Buffer.concat([
    Buffer.from([3, minor]),
    Buffer.alloc(32, 7),
    Buffer.from('000004c009c02b0100', 'hex'),
    Buffer.from([0, extensions.length]),
    extensions,
  ]);
  const length = Buffer.from([0, 0, hello.length]);
  return Buffer.concat([Buffer.from([22, 3, 1, 0, hello.length + 4, 1]), length, hello]);
}

test.each([
  ['1.0', 1, false],
  ['1.1', 2, false],
  ['1.2', 3, true],
])('who has TLS %s (3,%i) at most is spoken with: %s', async (_version, minor, expected) => {
  const socket = connect(engine.listening?.tlsPort ?? 0, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const said: Buffer[] = [];
  socket.on('data', (bytes) => said.push(bytes));
  socket.write(clientHello(minor));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  // An alert is of type 21.
  expect(said[0]?.[0] === 22).toBe(expected);
});
