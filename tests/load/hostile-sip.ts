import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestPhone } from '@alo/testing';
import type { Hostile, Note } from './hostile-requests.ts';
import { OnePacketAudio } from './one-packet-audio.ts';
import { extensionAt } from './sip-tenant.ts';

interface Field {
  readonly sipPort: number;
  readonly over: AbortSignal;
  readonly note: Note;
}

/** Of each sender: less than the switch takes of one address of strangers. */
const MESSAGES_PER_SECOND = 1_500;
const STRANDED_CALLS = 10;
/** Whoever has not had the processor for a while does not make up for it at once. */
const MOST_IN_A_TURN = 50;
/** No two times are one call. */
let begun = 0;

/**
 * Floods of a company's own carrier, of its registered phone, and of strangers who know its domain; calls that nobody ever answers,
 * to its phones and out over its carrier, which says 183 and nothing more.
 */
export async function worstSip(company: Hostile, field: Field): Promise<void> {
  const { domain, carrier, prefix, strangerAt } = company;
  begun += 1;
  const stranger = await open(strangerAt);
  const own = await open(carrier.host, carrier.port);
  answerAsCarrier(own, field);
  const number = `${prefix}${extensionAt(0)}`;
  await Promise.all([
    flood(stranger, field, 'SIP of strangers', (nth) => {
      const method = ['REGISTER', 'INVITE', 'OPTIONS', 'SUBSCRIBE'][nth % 4] ?? '';
      return message(method, { to: `${extensionAt(nth % 20)}@${domain}`, at: stranger, nth });
    }),
    flood(own, field, 'SIP of the own carrier', (nth) =>
      nth % 15 === 0
        ? message('INVITE', { to: `${number}@127.0.0.1`, at: own, nth, sdp: true })
        : message('OPTIONS', { to: '127.0.0.1', at: own, nth }),
    ),
    phones(company, field),
  ]);
  stranger.close();
  own.close();
}

async function open(address: string, port = 0): Promise<Socket> {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 1 << 22,
    lookup: (to, _options, done) => done(null, to, 4),
  });
  // With such a lookup it comes within `bind`.
  const listening = once(socket, 'listening');
  socket.bind(port, address);
  await listening;
  return socket;
}

async function flood(
  socket: Socket,
  { sipPort, over, note }: Field,
  what: string,
  text: (nth: number) => string,
): Promise<void> {
  socket.on('message', (bytes) => note(what, bytes.toString('latin1', 8, 11)));
  let from = performance.now();
  for (let nth = 0; !over.aborted; await sleep(4)) {
    const now = performance.now();
    const due = Math.min(MOST_IN_A_TURN, Math.floor(((now - from) / 1_000) * MESSAGES_PER_SECOND));
    if (due > 0) from = now;
    for (let sent = 0; sent < due; sent += 1, nth += 1) socket.send(text(nth), sipPort, '127.0.0.1');
  }
}

interface Parts {
  readonly to: string;
  readonly at: Socket;
  readonly nth: number;
  readonly sdp?: boolean;
}

function message(method: string, { to, at, nth, sdp = false }: Parts): string {
  const { address, port } = at.address();
  const id = `${address}-${begun}-${nth}`.replaceAll('.', '-');
  const body = sdp
    ? `v=0\r\no=- 1 1 IN IP4 ${address}\r\ns=-\r\nc=IN IP4 ${address}\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n`
    : '';
  return [
    `${method} sip:${to} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${id};rport`,
    'Max-Forwards: 70',
    `From: <sip:0901234567@${address}>;tag=${id}`,
    `To: <sip:${to}>`,
    `Call-ID: ${id}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:x@${address}:${port}>`,
    ...(sdp ? ['Content-Type: application/sdp'] : []),
    ...(method === 'SUBSCRIBE' ? ['Event: dialog'] : []),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** To an INVITE it says 183 and no more; to everything else 200, as a carrier does that is well. */
function answerAsCarrier(socket: Socket, { sipPort, note }: Field): void {
  socket.on('message', (bytes) => {
    const text = bytes.toString('latin1');
    const method = /^([A-Z]+) /.exec(text)?.[1];
    if (method === undefined || method === 'ACK') return;
    const kept = text.split('\r\n').filter((line) => /^(?:via|from|call-id|cseq):/i.test(line));
    const to = /^to:.*$/im.exec(text)?.[0].trim() ?? '';
    const status = method === 'INVITE' ? '183 Session Progress' : '200 OK';
    if (method === 'INVITE') note('calls out that ring for ever', '183');
    const lines = [`SIP/2.0 ${status}`, ...kept, `${to};tag=x`, 'Content-Length: 0', '', ''];
    socket.send(lines.join('\r\n'), sipPort, '127.0.0.1');
  });
}

/** One phone registers again and again, and calls out by so many calls at once. */
async function phones({ domain, passwords }: Hostile, { sipPort, over, note }: Field): Promise<void> {
  const from = '127.0.0.1';
  const server = { transport: 'udp', host: '127.0.0.1', port: sipPort, from } as const;
  const phone = async (index: number) => {
    const newAudio = async () => new OnePacketAudio(from);
    return TestPhone.open({ server, domain, user: extensionAt(index), password: passwords[index] ?? '', newAudio });
  };
  // Rings, and nobody answers.
  const silent = await phone(0);
  const loud = await phone(1);
  const isOver = once(over, 'abort');
  const until = <T>(work: () => Promise<T>) => Promise.race([work(), isOver]);
  await until(() => silent.stayRegistered());
  const registers = async () => {
    while (!over.aborted)
      await until(async () => note('REGISTER of the own phone', String((await loud.register()).status)));
  };
  const calls = Array.from({ length: STRANDED_CALLS }, async () => {
    while (!over.aborted) {
      const call = await loud.call('0912345678');
      await until(() => call.until('ended', 600_000)).catch(() => undefined);
      note('calls out', String(call.status ?? 'cut off'));
      await sleep(50);
    }
  });
  const ringing = (async () => {
    while (!over.aborted) {
      await until(async () => (await silent.nextCall(600_000)).ring()).catch(() => undefined);
    }
  })();
  await Promise.all([registers(), ...calls, ringing]);
  silent.close();
  loud.close();
}
