import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedCall } from './desk-phones.ts';
import { carrier, numberAt } from './sip-tenant.ts';

/** RFC 3261 §17.1.1.2: T1, doubled each time. */
const firstAgainMs = 500;
const patienceMs = 15_000;
const talking = 200;

/** A message that waits for its final answer. */
interface Waiting {
  readonly provisional: () => void;
  readonly final: (status: number, answer: string) => void;
}

/**
 * Customers behind a carrier who call, talk and hang up, for as little CPU time as that takes: more of them than a switch can bear must not be
 * more than whoever plays them can. Their messages are texts, and of answers no more is read than they need; nobody listens to their audio.
 */
export class CheapCallers {
  readonly #sip: Socket;
  readonly #audio: Socket;
  readonly #sipPort: number;
  /** By branch. */
  readonly #waiting = new Map<string, Waiting>();
  #calls = 0;

  private constructor(sip: Socket, audio: Socket, sipPort: number) {
    this.#sip = sip;
    this.#audio = audio;
    this.#sipPort = sipPort;
    audio.on('message', () => {});
    sip.on('message', (bytes) => this.#take(bytes.toString('latin1')));
  }

  static async open(sipPort: number): Promise<CheapCallers> {
    const [sip, audio] = [createSocket({ type: 'udp4', recvBufferSize: 1 << 22 }), createSocket('udp4')];
    for (const socket of [sip, audio]) {
      socket.bind(0, carrier);
      await once(socket, 'listening');
    }
    return new CheapCallers(sip, audio, sipPort);
  }

  /** One calls the number of that phone, talks for `talkMs` and hangs up. */
  async call(index: number, talkMs: number): Promise<PlacedCall> {
    const from = performance.now();
    this.#calls += 1;
    const id = `${process.pid}-${this.#calls}`;
    const failed = (status: number | undefined): PlacedCall => {
      const why = status === undefined ? 'no answer' : `call ended (${status}) before it was talking`;
      return { ok: false, why, status, afterMs: performance.now() - from };
    };
    const to = `sip:${numberAt(index)}@127.0.0.1:${this.#sipPort}`;
    const invited = await this.#ask('INVITE', { id, sequence: 1, uri: to, to: `<${to}>` }, this.#offer());
    if (invited.status !== talking) return failed(invited.status);
    const setUpMs = performance.now() - from;
    const uri = /^(?:contact|m):[^<]*<([^>]+)>/im.exec(invited.answer)?.[1] ?? to;
    const dialog = { id, uri, to: toOf(invited.answer) };
    this.#send(this.#text('ACK', { ...dialog, sequence: 1, branch: `${id}a` }));
    await sleep(talkMs);
    const byeAt = performance.now();
    const { status } = await this.#ask('BYE', { ...dialog, sequence: 2 });
    return status === 200 ? { ok: true, setUpMs, id: '', byeAt } : failed(status);
  }

  close(): void {
    this.#sip.close();
    this.#audio.close();
  }

  /** A request until its final answer, said again until there is any; a refused INVITE is acknowledged. */
  #ask(
    method: 'INVITE' | 'BYE',
    parts: Omit<Parts, 'branch'>,
    sdp = '',
  ): Promise<{ readonly status: number | undefined; readonly answer: string }> {
    const branch = `${parts.id}${method}`;
    const text = this.#text(method, { ...parts, branch }, sdp);
    return new Promise((resolve) => {
      let again: NodeJS.Timeout;
      const send = (waitMs: number) => {
        this.#send(text);
        again = setTimeout(send, waitMs, 2 * waitMs);
      };
      const end = (status: number | undefined, answer: string) => {
        clearTimeout(again);
        clearTimeout(patience);
        this.#waiting.delete(branch);
        if (method === 'INVITE' && status !== undefined && status !== talking) {
          this.#send(this.#text('ACK', { ...parts, to: toOf(answer), branch }));
        }
        resolve({ status, answer });
      };
      const patience = setTimeout(end, patienceMs, undefined, '');
      this.#waiting.set(branch, { provisional: () => clearTimeout(again), final: end });
      send(firstAgainMs);
    });
  }

  #take(text: string): void {
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1]);
    // A request is the switch's BYE or OPTIONS, which nobody sends here.
    if (Number.isNaN(status)) return;
    const waiting = this.#waiting.get(/branch=z9hG4bK([\w-]+)/.exec(text)?.[1] ?? '');
    if (status < 200) waiting?.provisional();
    else waiting?.final(status, text);
  }

  #send(text: string): void {
    this.#sip.send(text, this.#sipPort, '127.0.0.1');
  }

  #offer(): string {
    const { port } = this.#audio.address();
    return `v=0\r\no=- 1 1 IN IP4 ${carrier}\r\ns=-\r\nc=IN IP4 ${carrier}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8\r\n`;
  }

  #text(method: string, { id, branch, sequence, uri, to }: Parts, sdp = ''): string {
    const at = `${carrier}:${this.#sip.address().port}`;
    return [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${at};branch=z9hG4bK${branch};rport`,
      'Max-Forwards: 70',
      `From: <sip:0901234567@${carrier}>;tag=${id}`,
      `To: ${to}`,
      `Call-ID: ${id}@${carrier}`,
      `CSeq: ${sequence} ${method}`,
      ...(method === 'INVITE' ? [`Contact: <sip:0901234567@${at}>`, 'Content-Type: application/sdp'] : []),
      `Content-Length: ${sdp.length}`,
      '',
      sdp,
    ].join('\r\n');
  }
}

interface Parts {
  readonly id: string;
  readonly branch: string;
  readonly sequence: number;
  readonly uri: string;
  readonly to: string;
}

const toOf = (answer: string): string => /^(?:to|t):\s*(.+)$/im.exec(answer)?.[1]?.trim() ?? '';
