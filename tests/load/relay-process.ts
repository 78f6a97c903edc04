// The process whose capacity is measured: a media plane, and a bare UDP relay to compare it with.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingId, TenantId } from '@alo/call-core';
import { goFirst } from '@alo/engine-host/process';
import { createMediaPlane, keyingOf } from '../../packages/engine-sip/src/media/index.ts';

export type Kind = 'bare' | 'rtp' | 'dtls';
export type Request =
  /** Two are relayed to each other, more are mixed. */
  | { readonly type: 'call'; readonly kind: Kind; readonly isRecorded: boolean; readonly offers: readonly string[] }
  | { readonly type: 'cpu' };
export type Answer =
  | { readonly type: 'ready' }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'cpu'; readonly micros: number };

goFirst();
const recordingsFolder = mkdtempSync(join(tmpdir(), 'alo-relay-'));
process.on('exit', () => rmSync(recordingsFolder, { recursive: true, force: true }));
process.on('disconnect', () => process.exit());

const plane = await createMediaPlane({
  bindAddress: '127.0.0.1',
  icePort: 0,
  promptsFolder: tmpdir(),
  recordingsFolder,
  log: { warn: (fields, message) => console.error(message, fields) },
});

let recorded = 0;
process.on('message', (request: Request) => void perform(request).then(tell));
tell({ type: 'ready' });

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
  const parties = offers.map((offer) => ({
    offer,
    leg: keyingOf(offer) === 'dtls' ? plane.webRtcLeg({ codecs: ['pcma', 'opus'] }) : plane.rtpLeg(),
  }));
  const legs = parties.map(({ leg }) => leg);
  const room = plane.bridge();
  room.set(
    legs.map((leg, at) => ({
      leg,
      hears: legs.filter((other) => other !== leg),
      channel: at === 0 ? 'left' : 'right',
    })),
  );
  // Ids are given by the database elsewhere.
  if (isRecorded) plane.record('relay' as TenantId, `call-${++recorded}` as RecordingId, room);
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
