import type { Backoff } from './backoff.ts';
import { answerableChallenges } from './challenges.ts';

/** What happens to the connection beneath SIP. */
export interface SocketListener {
  onConnecting(): void;
  onLost(): void;
}

/** A ping that stays without any answer for this long means that the path is dead, whatever the browser believes. */
const answerWithinMs = 8_000;
const pingEveryMs = 20_000;
/** An attempt that neither opens nor fails is given up (a black hole would take minutes). */
const openWithinMs = 10_000;

/** RFC 5626 §3.5.1, carried in a WebSocket message; JsSIP answers the server's own pings. */
const ping = '\r\n\r\n';

/**
 * The transport that JsSIP is given, in the form of its `Socket` interface. It reconnects by itself with full jitter:
 * JsSIP's own recovery starts at a second, knows neither jitter nor `online`, and leaves a dead path unnoticed until
 * a request times out. JsSIP sees `ondisconnect` and `onconnect` and registers on each of the latter.
 */
export class ReconnectingSocket {
  readonly url: string;
  readonly sip_uri: string;
  via_transport: string;
  onconnect: () => void = () => {};
  ondisconnect: (error: boolean, code?: number, reason?: string) => void = () => {};
  // JsSIP's interface: the callback is generic there, text is all that SIP sends.
  ondata: <T>(data: T) => void = () => {};

  readonly #backoff: Backoff;
  readonly #listener: SocketListener;
  #ws: WebSocket | null = null;
  #wanted = false;
  /** Servers that do not answer pings are not held to it. */
  #answersPings = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, backoff: Backoff, listener: SocketListener) {
    const { host, protocol } = new URL(url);
    this.url = url;
    this.sip_uri = `sip:${host};transport=ws`;
    this.via_transport = protocol === 'wss:' ? 'WSS' : 'WS';
    this.#backoff = backoff;
    this.#listener = listener;
  }

  /** Asked by JsSIP: at the start, and by its own recovery timer, which this class makes superfluous. */
  connect(): void {
    this.#wanted = true;
    if (this.#ws === null) this.#open();
  }

  disconnect(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
    this.#drop();
  }

  send(message: string | ArrayBufferLike | Blob | ArrayBufferView): boolean {
    if (!this.isConnected() || typeof message !== 'string') return false;
    this.#ws?.send(message);
    return true;
  }

  isConnected(): boolean {
    return this.#ws?.readyState === WebSocket.OPEN;
  }

  isConnecting(): boolean {
    return this.#ws?.readyState === WebSocket.CONNECTING;
  }

  /** The registrar took us: only now does the next failure start from short waits again. */
  settled(): void {
    this.#backoff.reset();
  }

  /** The network is back or the page is seen again: an open path is probed, a closed one is opened now. */
  wake(): void {
    if (!this.#wanted) return;
    if (this.isConnected()) this.#ping();
    else if (this.#ws === null) this.#open();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#listener.onConnecting();
    const ws = new WebSocket(this.url, 'sip');
    this.#ws = ws;
    ws.binaryType = 'arraybuffer';
    this.#opening = setTimeout(() => this.#lose(1006, 'no answer'), openWithinMs);
    ws.onopen = () => {
      clearTimeout(this.#opening);
      this.#pinging = setInterval(() => this.#ping(), pingEveryMs);
      this.onconnect();
    };
    ws.onmessage = ({ data }) => {
      clearTimeout(this.#answer);
      if (data === '\r\n') this.#answersPings = true;
      this.ondata(typeof data === 'string' ? answerableChallenges(data) : data);
    };
    // `error` says nothing that the `close` behind it does not.
    ws.onclose = ({ code, reason }) => this.#lose(code, reason);
  }

  #ping(): void {
    if (!this.isConnected()) return;
    this.#ws?.send(ping);
    if (!this.#answersPings) return;
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => this.#lose(1006, 'ping unanswered'), answerWithinMs);
  }

  #lose(code: number, reason: string): void {
    this.#drop();
    this.#listener.onLost();
    this.ondisconnect(true, code, reason);
    if (this.#wanted) this.#retry = setTimeout(() => this.#open(), this.#backoff.next());
  }

  #drop(): void {
    clearTimeout(this.#opening);
    clearInterval(this.#pinging);
    clearTimeout(this.#answer);
    const ws = this.#ws;
    this.#ws = null;
    if (ws === null) return;
    ws.onopen = null;
    ws.onmessage = null;
    ws.onclose = null;
    ws.close();
  }
}
