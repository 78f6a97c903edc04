import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { DeviceProvision, DeviceSeen, TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import {
  answerChallenge,
  type Flow,
  type Header,
  header,
  headerList,
  type IncomingRequest,
  newRequest,
  type Request,
  type Response,
  randomToken,
  SipEndpoint,
  udpFlow,
} from '@alo/sip';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

/** Phones that come through a proxy of the operator's, as Kamailio: all by one address and port, with a Path each (RFC 3327). */
const tenant = 'edge' as TenantId; // A name of this test; anywhere else they come from the database.
const domain = 'edge.example';
const desk = '101-mdesk1';
const hall = '102-mhall1';
const path = '<sip:phones@edge.example;lr;received=sip:192.168.1.7:5060>';

const hotline = '02871000199';
/** The carrier is behind the edge, too. */
const carrier: TrunkProvision = {
  trunk: 'carrier' as TrunkId, // A name of this test as well.
  host: '127.0.0.1',
  port: 5060,
  transport: 'udp',
  addresses: ['127.0.0.1'],
  numbers: [hotline],
};

let engine: HostedEngine;
let events: EngineEvent[] = [];
let seen: DeviceSeen[] = [];
let revision = 0;

const device = (user: string): DeviceProvision => ({
  device: user,
  user,
  networks: [],
  maxCalls: 2,
  secret: digestSecret(user, domain, 'x'),
});

async function provision(...devices: readonly string[]): Promise<void> {
  revision += 1;
  const extensions = ['101', '102'].map((extension) => ({
    extension,
    secrets: [],
    devices: devices.filter((user) => user.startsWith(extension)).map(device),
  }));
  await engine.provision({ tenant, revision, domain, extensions, trunks: [carrier] });
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-edge-'));
  engine = createSipEngine({ files: { promptsFolder: folder, recordingsFolder: folder }, sipPort: 0 });
  engine.onSeen((_tenant, one) => seen.push(one));
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.start();
  await engine.open();
});
afterAll(() => engine.close());
beforeEach(async () => {
  await provision();
  await provision(desk, hall);
  events = [];
  seen = [];
});

interface Edge {
  readonly requests: IncomingRequest[];
  ask(request: Request): Promise<Response>;
}

function edgeOn(flow: Flow, sentBy: string, send: (bytes: Uint8Array) => void): [Edge, SipEndpoint] {
  const requests: IncomingRequest[] = [];
  const endpoint = new SipEndpoint({
    send: (_flow, bytes) => send(bytes),
    closeFlow: () => {},
    sentBy: () => sentBy,
    onRequest: (incoming) => void requests.push(incoming),
  });
  const ask = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      endpoint.request(flow, request, {
        onResponse: (response) => void (response.status >= 200 && resolve(response)),
        onFailure: (why) => reject(new Error(why)),
      });
    });
  return [{ requests, ask }, endpoint];
}

const sipPort = () => engine.listening?.sipPort ?? 0;

async function udpEdge(): Promise<Edge> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const flow = udpFlow('127.0.0.1', sipPort());
  const [edge, endpoint] = edgeOn(flow, `127.0.0.1:${socket.address().port}`, (bytes) =>
    socket.send(bytes, sipPort(), '127.0.0.1'),
  );
  socket.on('message', (bytes) => endpoint.receive(flow, bytes));
  onTestFinished(() => {
    endpoint.close();
    socket.close();
  });
  return edge;
}

async function tcpEdge(): Promise<Edge & { close(): void }> {
  const socket = connect({ port: sipPort(), host: '127.0.0.1' });
  // An engine that goes may end it with a reset.
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  const flow: Flow = { id: 'edge', transport: 'tcp', remote: { address: '127.0.0.1', port: sipPort() } };
  const [edge, endpoint] = edgeOn(flow, `127.0.0.1:${socket.localPort}`, (bytes) => void socket.write(bytes));
  socket.on('data', (bytes) => endpoint.receive(flow, bytes));
  const close = () => {
    endpoint.close();
    socket.destroy();
  };
  onTestFinished(close);
  return { ...edge, close };
}

const addressOf = (user: string) => ({ display: '', uri: `sip:${user}@${domain}`, params: new Map<string, string>() });
const contactOf = (user: string) => `sip:${user}@192.168.1.7:5060`;

/** A request of a phone behind the edge, with its proof where that is asked for. */
async function says(
  edge: Edge,
  user: string,
  method: string,
  uri: string,
  headers: readonly Header[],
): Promise<Response> {
  const callId = randomToken();
  const made = (cseq: number, more: readonly Header[]) =>
    newRequest({
      method,
      uri,
      from: { ...addressOf(user), params: new Map([['tag', 'f']]) },
      to: addressOf(user),
      callId,
      cseq,
      headers: [{ name: 'contact', value: `<${contactOf(user)}>` }, ...headers, ...more],
    });
  const first = await edge.ask(made(1, []));
  const proof = answerChallenge(first, { method, uri }, { username: user, password: 'x' });
  return proof === undefined ? first : edge.ask(made(2, [proof]));
}

const registers = async (edge: Edge, user: string, expires = 60) =>
  (
    await says(edge, user, 'REGISTER', `sip:${domain}`, [
      { name: 'supported', value: 'path' },
      { name: 'path', value: path },
      { name: 'expires', value: String(expires) },
    ])
  ).status;

let calls = 0;
function ring(extension: string): { readonly call: CallId; readonly leg: LegId } {
  calls += 1;
  // As call control would name them.
  const at = { call: `call${calls}` as CallId, leg: `call${calls}/1` as LegId };
  const to = { kind: 'extension', extension } as const;
  engine.perform(tenant, at.call, { type: 'dial', leg: at.leg, to, callerId: { number: '0912345678', name: '' } });
  return at;
}

const asked = (edge: Edge, method: string) =>
  edge.requests.filter(({ request }) => request.method === method).map(({ request }) => request);

test.each([
  ['UDP', udpEdge],
  ['TCP', tcpEdge],
])('phones behind one proxy by %s are each rung by themselves, through the proxy', async (_by, open) => {
  const edge = await open();
  expect([await registers(edge, desk), await registers(edge, hall)]).toEqual([200, 200]);
  for (const [extension, user] of [
    ['101', desk],
    ['102', hall],
  ] as const) {
    const at = ring(extension);
    await expect.poll(() => asked(edge, 'INVITE').length).toBe(1);
    const [invite] = asked(edge, 'INVITE');
    expect(invite && [invite.uri, headerList(invite, 'route')]).toEqual([contactOf(user), [path]]);
    const cancelled: (readonly string[])[] = [];
    const [incoming] = edge.requests;
    if (incoming === undefined) throw new Error('it was not rung');
    incoming.watch({ onCancelled: (cancel) => void cancelled.push(headerList(cancel, 'route')) });
    incoming.respond({ status: 180 });
    await expect.poll(() => events.some((event) => event.type === 'ringing' && event.leg === at.leg)).toBe(true);
    engine.perform(tenant, at.call, { type: 'hang-up', leg: at.leg, cause: 'cancelled' });
    await expect.poll(() => cancelled).toEqual([[path]]);
    edge.requests.length = 0;
  }
});

test('of two phones behind one proxy the one whose password is withdrawn is gone, and the other stays and is known as itself', async () => {
  const edge = await udpEdge();
  await registers(edge, desk);
  await registers(edge, hall);
  await provision(hall);
  await expect
    .poll(() => events.findLast((event) => event.type === 'contacts' && event.extension === '101'))
    .toMatchObject({ contacts: [] });
  const at = ring('102');
  await expect.poll(() => asked(edge, 'INVITE').length).toBe(1);
  edge.requests.find(({ request }) => request.method === 'INVITE')?.respond({ status: 486 });
  await expect.poll(() => events.find((event) => event.type === 'ended')).toMatchObject({ leg: at.leg, cause: 'busy' });
  expect(seen.findLast((one) => one.device === hall)?.until).toEqual(expect.any(Number));
  expect(await registers(edge, hall, 0)).toBe(200);
  await expect.poll(() => seen.findLast((one) => one.device === hall)?.until).toBeNull();
});

test('a connection of a proxy vouches for nobody who comes by it: each call is proved, and when it breaks all of its phones are gone', async () => {
  const edge = await tcpEdge();
  await registers(edge, desk);
  await registers(edge, hall);
  const stranger = newRequest({
    method: 'INVITE',
    uri: `sip:0912345678@${domain}`,
    from: { ...addressOf('102'), params: new Map([['tag', 's']]) },
    to: addressOf('0912345678'),
    callId: randomToken(),
    cseq: 1,
    headers: [{ name: 'contact', value: '<sip:102@192.168.1.66:5060>' }],
  });
  const answer = await edge.ask(stranger);
  expect([answer.status, header(answer, 'www-authenticate') !== undefined]).toEqual([401, true]);
  edge.close();
  for (const extension of ['101', '102'])
    await expect
      .poll(() => events.findLast((event) => event.type === 'contacts' && event.extension === extension))
      .toMatchObject({ contacts: [] });
});

test('a call by the address of edge and carrier is the carrier’s, unless the edge says that a phone makes it', async () => {
  const edge = await udpEdge();
  const invite = (headers: readonly Header[]) =>
    newRequest({
      method: 'INVITE',
      uri: `sip:${hotline}@127.0.0.1`,
      from: { display: '', uri: 'sip:0912345678@elsewhere.example', params: new Map([['tag', 'c']]) },
      to: { display: '', uri: `sip:${hotline}@127.0.0.1`, params: new Map() },
      callId: randomToken(),
      cseq: 1,
      headers: [{ name: 'contact', value: '<sip:0912345678@192.168.1.66:5060>' }, ...headers],
    });
  const arrived = () => events.filter(({ type }) => type === 'arrived');
  const answer = await edge.ask(invite([{ name: 'x-alo-party', value: 'phone' }]));
  expect([answer.status, header(answer, 'www-authenticate') !== undefined]).toEqual([401, true]);
  expect(arrived()).toEqual([]);
  void edge.ask(invite([])).catch(() => undefined); // Nobody answers it.
  await expect.poll(arrived).toMatchObject([{ origin: { kind: 'trunk', trunk: 'carrier' }, dialled: hotline }]);
});
