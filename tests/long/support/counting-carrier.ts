import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** How whoever has a number ends the calls to it. */
export type Ending =
  | { readonly kind: 'refuses'; readonly status: number; readonly words: string }
  /** Picks up and listens; puts the phone down after so long, unless the other side has by then. */
  | { readonly kind: 'picks-up'; readonly forMs: number };

/** One call as the carrier saw it. */
export interface CarriedCall {
  readonly number: string;
  readonly at: number;
  /** Another call to the number was not over. */
  readonly isSecond: boolean;
}

interface Open {
  readonly number: string;
  readonly invite: string;
  answer: string;
  again: NodeJS.Timeout | undefined;
  ends: NodeJS.Timeout | undefined;
}

/** RFC 3261 §17.1.1.2: T1, doubled each time. */
const firstAgainMs = 500;
const longestAgainMs = 4_000;

/**
 * A carrier whose customers pick up or refuse by their number, for as little CPU time as that takes, and that counts each call: its messages are
 * texts, and of requests no more is read than they need. Nobody listens to the audio.
 */
export class CountingCarrier {
  /** Every call that there was, in the order of their beginning. */
  readonly calls: CarriedCall[] = [];
  readonly #sip: Socket;
  readonly #audio: Socket;
  readonly #address: string;
  readonly #endingOf: (number: string) => Ending;
  /** By Call-ID, those that are over as well: a request may come again. */
  readonly #known = new Map<string, Open>();
  readonly #openOf = new Map<string, number>();

  private constructor(sip: Socket, audio: Socket, address: string, endingOf: (number: string) => Ending) {
    this.#sip = sip;
    this.#audio = audio;
    this.#address = address;
    this.#endingOf = endingOf;
    audio.on('message', () => {});
    sip.on('message', (bytes, { address: host, port }) => this.#take(bytes.toString('latin1'), { host, port }));
  }

  static async open(address: string, endingOf: (number: string) => Ending): Promise<CountingCarrier> {
    const [sip, audio] = [createSocket({ type: 'udp4', recvBufferSize: 1 << 22 }), createSocket('udp4')];
    for (const socket of [sip, audio]) {
      socket.bind(0, address);
      await once(socket, 'listening');
    }
    return new CountingCarrier(sip, audio, address, endingOf);
  }

  get port(): number {
    return this.#sip.address().port;
  }

  /** Whoever called is dead: of what went on nobody hears any more, and it is over. */
  cut(): void {
    for (const open of this.#known.values()) this.#over(open);
  }

  close(): void {
    for (const open of this.#known.values()) this.#rest(open);
    this.#sip.close();
    this.#audio.close();
  }

  #take(text: string, from: { readonly host: string; readonly port: number }): void {
    const [, method = ''] = /^([A-Z]+) sip/.exec(text) ?? [];
    const reply = (status: string, more: readonly string[] = [], sdp = '') =>
      this.#send(this.#answer(text, status, more, sdp), from);
    const id = header(text, 'Call-ID', 'i');
    const known = this.#known.get(id);
    switch (method) {
      case 'INVITE':
        if (known === undefined) this.#invited(text, id, from);
        else if (known.answer !== '') this.#send(known.answer, from);
        return;
      case 'ACK':
        clearTimeout(known?.again);
        return;
      case 'CANCEL':
      case 'BYE':
        reply('200 OK');
        if (known !== undefined) this.#over(known);
        return;
      case 'OPTIONS':
        reply('200 OK');
        return;
      default:
        // An answer to a request of ours; whoever hangs up does not wait for one.
        return;
    }
  }

  #invited(invite: string, id: string, to: { readonly host: string; readonly port: number }): void {
    const [, number = ''] = /^INVITE sip:\+?([^@;>]+)@/.exec(invite) ?? [];
    const others = this.#openOf.get(number) ?? 0;
    this.calls.push({ number, at: Date.now(), isSecond: others > 0 });
    const open: Open = { number, invite, answer: '', again: undefined, ends: undefined };
    this.#known.set(id, open);
    this.#openOf.set(number, others + 1);
    const ending = this.#endingOf(number);
    if (ending.kind === 'refuses') {
      this.#sayUntilHeard(open, this.#answer(invite, `${ending.status} ${ending.words}`), to);
      this.#over(open, false);
      return;
    }
    const { port } = this.#audio.address();
    const sdp = `v=0\r\no=- 1 1 IN IP4 ${this.#address}\r\ns=-\r\nc=IN IP4 ${this.#address}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8\r\n`;
    const contact = `Contact: <sip:${number}@${this.#address}:${this.port}>`;
    this.#sayUntilHeard(open, this.#answer(invite, '200 OK', [contact, 'Content-Type: application/sdp'], sdp), to);
    open.ends = setTimeout(() => {
      this.#send(this.#bye(open), to);
      this.#over(open);
    }, ending.forMs);
  }

  /** A final answer comes again until it is acknowledged (RFC 3261 §13.3.1.4). */
  #sayUntilHeard(open: Open, answer: string, to: { readonly host: string; readonly port: number }): void {
    open.answer = answer;
    const say = (waitMs: number) => {
      this.#send(answer, to);
      if (waitMs <= longestAgainMs) open.again = setTimeout(say, waitMs, 2 * waitMs);
    };
    say(firstAgainMs);
  }

  #over(open: Open, isHeard = true): void {
    const left = this.#openOf.get(open.number) ?? 0;
    if (open.ends === undefined && isHeard) return;
    clearTimeout(open.ends);
    open.ends = undefined;
    if (isHeard) clearTimeout(open.again);
    if (left > 1) this.#openOf.set(open.number, left - 1);
    else this.#openOf.delete(open.number);
  }

  #rest({ again, ends }: Open): void {
    clearTimeout(again);
    clearTimeout(ends);
  }

  #send(text: string, { host, port }: { readonly host: string; readonly port: number }): void {
    this.#sip.send(text, port, host);
  }

  #answer(request: string, status: string, more: readonly string[] = [], sdp = ''): string {
    const to = header(request, 'To', 't');
    return [
      `SIP/2.0 ${status}`,
      ...[...request.matchAll(/^(?:Via|v): *(.+?)\r?$/gim)].map(([, via]) => `Via: ${via}`),
      `From: ${header(request, 'From', 'f')}`,
      `To: ${to.includes('tag=') ? to : `${to};tag=c`}`,
      `Call-ID: ${header(request, 'Call-ID', 'i')}`,
      `CSeq: ${header(request, 'CSeq')}`,
      ...more,
      `Content-Length: ${sdp.length}`,
      '',
      sdp,
    ].join('\r\n');
  }

  #bye({ invite, number }: Open): string {
    const id = header(invite, 'Call-ID', 'i');
    const [, uri = ''] = /<([^>]+)>/.exec(header(invite, 'Contact', 'm')) ?? [];
    return [
      `BYE ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.#address}:${this.port};branch=z9hG4bK${number}${this.calls.length};rport`,
      'Max-Forwards: 70',
      `From: ${header(invite, 'To', 't')};tag=c`,
      `To: ${header(invite, 'From', 'f')}`,
      `Call-ID: ${id}`,
      'CSeq: 1 BYE',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');
  }
}

function header(text: string, name: string, short = name): string {
  return new RegExp(`^(?:${name}|${short}): *(.+?)\\r?$`, 'im').exec(text)?.[1] ?? '';
}
