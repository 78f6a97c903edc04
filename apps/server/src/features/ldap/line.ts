import { once } from 'node:events';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { BindRequest, ExtendedRequest, FilterParser, SearchRequest } from 'ldapts';

import { addressToAsk, TargetRefused } from '../../http/guarded-request.ts';
import {
  type Answer,
  answerKinds,
  type Entry,
  lengthOfMessage,
  NotLdap,
  readAnswer,
  readEntry,
  resultCodeOf,
} from './answers.ts';

/** Where a company's directory is. */
export interface DirectoryPlace {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or after a word in the clear (RFC 4511 §4.14). There is nothing else: passwords go this way. */
  readonly security: 'ldaps' | 'starttls';
  /** PEM of whoever signed its certificate; '' for those whom everybody trusts. */
  readonly ca: string;
}

/** Success, and the limits of a search that was asked for one and found more. */
const [success, tooMany] = [0, 4];

/** What a directory says of a bind that it does not take for the name or the password (RFC 4511 §4.1.9). */
const wrongCredentials: readonly number[] = [32, 34, 48, 49];

/** All that a sign-in takes, many times over. */
const mostBytes = 1024 * 1024;

/** The directory said no, with this code of RFC 4511 §4.1.9. */
export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused';
  readonly code: number;
  constructor(code: number) {
    super(`result ${code}`);
    this.code = code;
  }
}

/** Ports that directories have, and all that no system service has: nobody asks a stranger's mail or shell by us. */
const isPortOfDirectory = (port: number): boolean => [389, 636].includes(port) || port >= 1024;

/**
 * A connection to where somebody says a directory is, at the address that was checked. Aborting `signal` ends it whatever it is at.
 * `trusts` are hosts, with their port or without, that the operator lets it be at inside our own network.
 */
export async function connectTo(
  { host, port }: DirectoryPlace,
  { trusts, signal }: { readonly trusts: readonly string[]; readonly signal: AbortSignal },
): Promise<Socket> {
  const isTrusted = trusts.includes(host) || trusts.includes(`${host}:${port}`);
  if (!isTrusted && !isPortOfDirectory(port)) throw new TargetRefused(`Cổng ${port} không phải của máy chủ LDAP`);
  const { address, family } = await addressToAsk(host, isTrusted);
  const socket = netConnect({ host: address, port, family });
  // What went wrong is told by whoever waits for the next thing to come.
  socket.on('error', () => undefined);
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  await once(socket, 'connect', { signal });
  return socket;
}

/** Encrypts it, where the certificate is that of the host. Nothing of a password has been sent before. */
export async function encrypted(
  socket: Socket,
  { host, security, ca }: DirectoryPlace,
  signal: AbortSignal,
): Promise<TLSSocket> {
  if (security === 'starttls') await askToEncrypt(socket, signal);
  const name = isIP(host) === 0 ? { servername: host } : {};
  const trusted = ca === '' ? {} : { ca };
  const secure = tlsConnect({ socket, host, ...name, ...trusted, minVersion: 'TLSv1.2', rejectUnauthorized: true });
  secure.on('error', () => undefined);
  signal.addEventListener('abort', () => secure.destroy(), { once: true });
  await once(secure, 'secureConnect', { signal });
  return secure;
}

/** The only word in the clear. Whatever comes beyond its answer is somebody's in between, who wants it read as if it had come encrypted. */
async function askToEncrypt(socket: Socket, signal: AbortSignal): Promise<void> {
  const messages = new Messages(socket, signal);
  socket.write(new ExtendedRequest({ messageId: 1, oid: '1.3.6.1.4.1.1466.20037' }).write());
  const answer = readAnswer(await messages.next());
  if (answer.kind !== answerKinds.extended || answer.id !== 1) throw new NotLdap('no answer to StartTLS');
  const code = resultCodeOf(answer);
  if (code !== success) throw new DirectoryRefused(code);
  if (messages.hasMore()) throw new NotLdap('more than the answer to StartTLS');
}

/** Asks a directory, one thing after the other, by a line that is encrypted. */
export class DirectoryLine {
  readonly #socket: TLSSocket;
  readonly #messages: Messages;
  #asked = 1;

  constructor(socket: TLSSocket, signal: AbortSignal) {
    this.#socket = socket;
    this.#messages = new Messages(socket, signal);
  }

  /** Whether this is the password of that name. Without a name or a password a directory lets anybody in as nobody (RFC 4513 §5.1). */
  async bind(dn: string, password: string): Promise<boolean> {
    if (dn === '' || password === '') return false;
    this.#asked += 1;
    this.#socket.write(new BindRequest({ messageId: this.#asked, dn, password }).write());
    const code = resultCodeOf(await this.#answer(answerKinds.bind));
    if (code === success) return true;
    if (wrongCredentials.includes(code)) return false;
    throw new DirectoryRefused(code);
  }

  /** The entries that a filter finds, two at most: of more than one nobody can say which is meant. */
  async search(
    base: string,
    { filter, scope, attributes }: { filter: string; scope: 'base' | 'sub'; attributes: string[] },
  ): Promise<Entry[]> {
    this.#asked += 1;
    const request = new SearchRequest({
      messageId: this.#asked,
      baseDN: base,
      filter: FilterParser.parseString(filter),
      scope,
      attributes,
      sizeLimit: 2,
      timeLimit: 5,
    });
    this.#socket.write(request.write());
    const found: Entry[] = [];
    for (;;) {
      const answer = await this.#answer(answerKinds.entry, answerKinds.reference, answerKinds.searchDone);
      if (answer.kind === answerKinds.searchDone) {
        const code = resultCodeOf(answer);
        if (code !== success && code !== tooMany) throw new DirectoryRefused(code);
        return found;
      }
      // Where it refers to another server nobody goes.
      if (answer.kind === answerKinds.entry && found.length < 2) found.push(readEntry(answer));
    }
  }

  async #answer(...kinds: readonly number[]): Promise<Answer> {
    for (;;) {
      const answer = readAnswer(await this.#messages.next());
      // 0 is what a server says unasked (RFC 4511 §4.4): that it ends the connection.
      if (answer.id === 0) throw new NotLdap('the server ended the connection');
      if (answer.id !== this.#asked || !kinds.includes(answer.kind)) throw new NotLdap('an answer to nothing');
      return answer;
    }
  }
}

/** Whole messages of what comes in pieces. */
class Messages {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  #kept: Buffer = Buffer.alloc(0);
  #read = 0;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
  }

  async next(): Promise<Buffer> {
    for (;;) {
      const length = lengthOfMessage(this.#kept);
      if (length !== undefined && this.#kept.length >= length) {
        const message = this.#kept.subarray(0, length);
        this.#kept = this.#kept.subarray(length);
        return message;
      }
      this.#kept = Buffer.concat([this.#kept, await this.#more()]);
    }
  }

  hasMore(): boolean {
    return this.#kept.length > 0 || this.#socket.readableLength > 0;
  }

  async #more(): Promise<Buffer> {
    for (;;) {
      const piece: unknown = this.#socket.read();
      if (piece instanceof Buffer) {
        this.#read += piece.length;
        if (this.#read > mostBytes) throw new NotLdap('too much of an answer');
        return piece;
      }
      if (this.#socket.errored !== null) throw this.#socket.errored;
      if (this.#socket.readableEnded || this.#socket.destroyed) throw new NotLdap('the server ended the connection');
      await once(this.#socket, 'readable', { signal: this.#signal });
    }
  }
}
