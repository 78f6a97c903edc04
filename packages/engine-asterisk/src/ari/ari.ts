import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import WebSocket from 'ws';
import { z } from 'zod';
import { type AriEvent, ariEvent, eventTypes } from './events.ts';

/** Where Asterisk's REST interface is (ARI), and who we are there. */
export interface AriAddress {
  /** `http://host:port`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The Stasis application that the dialplan gives calls to. */
  readonly app: string;
}

export interface AriEvents {
  readonly onEvent: (event: AriEvent) => void;
  /** The link is gone: Asterisk with its calls, or only the way to it. */
  readonly onClosed: () => void;
}

/** Query parameters. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** Asterisk will not: `status` is HTTP's. */
export class AriRefused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const answer = z.object({
  type: z.literal('RESTResponse'),
  request_id: z.string(),
  status_code: z.number(),
  message_body: z.string().optional(),
});
const anyType = z.looseObject({ type: z.string() });

interface Pending {
  readonly what: string;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Fetches a file that Asterisk has written, or another answer of its HTTP server. */
export async function fetchFile(
  { url, user, password }: Omit<AriAddress, 'app'>,
  path: string,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const asked = get(new URL(`/ari/${path}`, url), { auth: `${user}:${password}`, signal });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  if (response.statusCode === 200) return response;
  response.resume();
  throw new AriRefused(`GET ${path}: ${response.statusCode}`, response.statusCode ?? 500);
}

/** The link to one Asterisk: a WebSocket that brings events, and over which everything is asked, in order. */
export class Ari {
  readonly app: string;
  readonly #socket: WebSocket;
  readonly #pending = new Map<string, Pending>();
  #serial = 0;

  private constructor(app: string, socket: WebSocket, { onEvent, onClosed }: AriEvents) {
    this.app = app;
    this.#socket = socket;
    // `ws` gives a text as one buffer, unless it is told to give something else.
    socket.on('message', (data) => this.#receive(Buffer.isBuffer(data) ? data.toString() : 'null', onEvent));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const { what, reject } of this.#pending.values()) reject(new AriRefused(`${what}: the link is gone`, 503));
      this.#pending.clear();
      onClosed();
    });
  }

  /** Rejects where Asterisk is not there, or does not know us. */
  static async connect({ url, user, password, app }: AriAddress, events: AriEvents): Promise<Ari> {
    const where = new URL('/ari/events', url);
    where.protocol = where.protocol.replace('http', 'ws');
    where.search = new URLSearchParams({ app, subscribeAll: 'false' }).toString();
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const socket = new WebSocket(where, { headers: { authorization }, perMessageDeflate: false });
    await once(socket, 'open');
    return new Ari(app, socket, events);
  }

  get(path: string, query: Query = {}): Promise<unknown> {
    return this.#ask('GET', path, query);
  }
  post(path: string, query: Query = {}, body?: object): Promise<unknown> {
    return this.#ask('POST', path, query, body);
  }
  put(path: string, query: Query = {}, body?: object): Promise<unknown> {
    return this.#ask('PUT', path, query, body);
  }
  delete(path: string, query: Query = {}): Promise<unknown> {
    return this.#ask('DELETE', path, query);
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, path: string, query: Query, body?: object): Promise<unknown> {
    this.#serial += 1;
    const id = String(this.#serial);
    const strings = Object.entries(query).map(([name, value]) => ({ name, value: String(value) }));
    const message = {
      type: 'RESTRequest',
      transaction_id: id,
      request_id: id,
      method,
      uri: path,
      ...(strings.length === 0 ? {} : { query_strings: strings }),
      ...(body === undefined ? {} : { content_type: 'application/json', message_body: JSON.stringify(body) }),
    };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { what: `${method} ${path}`, resolve, reject });
      this.#socket.send(JSON.stringify(message));
    });
  }

  #receive(text: string, onEvent: (event: AriEvent) => void): void {
    const message: unknown = JSON.parse(text);
    const answered = answer.safeParse(message);
    if (answered.success) return this.#answered(answered.data);
    const event = ariEvent.safeParse(message);
    if (event.success) return onEvent(event.data);
    // What we do not know we did not ask for; what we know must be as we know it.
    const { type } = anyType.parse(message);
    if (eventTypes.some((known) => known === type)) throw event.error;
  }

  #answered({ request_id, status_code, message_body }: z.infer<typeof answer>): void {
    const pending = this.#pending.get(request_id);
    if (pending === undefined) return;
    this.#pending.delete(request_id);
    const body: unknown = message_body ? JSON.parse(message_body) : null;
    if (status_code < 300) pending.resolve(body);
    else pending.reject(new AriRefused(`${pending.what}: ${status_code} ${message_body ?? ''}`, status_code));
  }
}
