// The process whose capacity is measured: a media plane, alone or with as many workers as the first argument says, and a bare UDP relay
// to compare it with.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingId, TenantId } from '@alo/call-core';
import { goFirst } from '@alo/engine-host/process';
import {
  createMediaPlane,
  keyingOf,
  type MediaLog,
  type MediaPlane,
} from '../../packages/engine-sip/src/media/index.ts';
import { startWorkers } from '../../packages/engine-sip/src/media/workers/start-workers.ts';

export type Kind = 'bare' | 'rtp' | 'dtls';
export type Request =
  /** Two are relayed to each other, more are mixed. */
  | { readonly type: 'call'; readonly kind: Kind; readonly isRecorded: boolean; readonly offers: readonly string[] }
  | { readonly type: 'cpu' };
export type Answer =
  | { readonly type: 'ready'; readonly workers: readonly number[] }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'cpu'; readonly micros: number };

goFirst();
const recordingsFolder = mkdtempSync(join(tmpdir(), 'alo-relay-'));
process.on('exit', () => rmSync(recordingsFolder, { recursive: true, force: true }));
process.on('disconnect', () => process.exit());

const log: MediaLog = { warn: (fields, message) => console.error(message, fields) };
const options = { bindAddress: '127.0.0.1', icePort: 0, promptsFolder: tmpdir(), recordingsFolder, hasOpus: true };
const own = await createMediaPlane({ ...options, log });
const count = Number(process.argv[2] ?? 0);
const workers = count === 0 ? null : await startWorkers({ count, own, options, publicAddresses: () => [], log });
const plane: MediaPlane = workers?.plane ?? own;

let calls = 0;
process.on('message', (request: Request) => void perform(request).then(tell));
tell({ type: 'ready', workers: workers?.processes.map(({ pid }) => pid) ?? [] });

async function perform(request: Request): Promise<Answer> {
  if (request.type === 'cpu') {
    const { user, system } = process.cpuUsage();
    return { type: 'cpu', micros: user + system };
  }
  const { kind, isRecorded, offers } = request;
  return {
    type: 'answered',
    answers: kind === 'bare' ? await relayBare(offers) : await bridge(isRecorded, offers),
  };
}

async function bridge(isRecorded: boolean, offers: readonly string[]): Promise<readonly string[]> {
  const conversation = `call-${++calls}`;
  const parties = offers.map((offer) => ({
    offer,
    leg:
      keyingOf(offer) === 'dtls'
        ? plane.webRtcLeg({ conversation, codecs: ['pcma', 'opus'] })
        : plane.rtpLeg({ conversation }),
  }));
  const legs = parties.map(({ leg }) => leg);
  const room = plane.bridge(conversation);
  room.set(
    legs.map((leg, at) => ({
      leg,
      hears: legs.filter((other) => other !== leg),
      channel: at === 0 ? 'left' : 'right',
    })),
  );
  // Ids are given by the database elsewhere.
  if (isRecorded) plane.record({ tenant: 'relay' as TenantId, recording: conversation as RecordingId }, room);
  return Promise.all(parties.map(({ leg, offer }) => leg.answer(offer)));
}

/** The least that a relay can do: what comes in on one socket goes out on the other. */
async function relayBare([first = '', second = '']: readonly string[]): Promise<readonly string[]> {
  const [a, b] = [await openSocket(), await openSocket()];
  forward(a, b, portIn(second));
  forward(b, a, portIn(first));
  return [`m=audio ${a.address().port}`, `m=audio ${b.address().port}`];
}

function forward(from: Socket, to: Socket, port: number): void {
  from.on('message', (bytes) => to.send(bytes, port, '127.0.0.1'));
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) });
  const bound = once(socket, 'listening');
  socket.bind(0, '127.0.0.1');
  await bound;
  return socket;
}

function portIn(sdp: string): number {
  return Number(/m=audio (\d+)/.exec(sdp)?.[1]);
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
