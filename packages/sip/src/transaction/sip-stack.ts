import { hmac, randomToken } from '../digest/hashes.ts';
import type { Header, Request, Response } from '../message/message.ts';
import { responseTo } from '../message/new-message.ts';
import { parseMessage } from '../message/parse-message.ts';
import { callId, cseq, fromTag, header, toTag } from '../message/read-headers.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { MAGIC_COOKIE } from '../message/via.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { StreamFramer } from '../transport/stream-framer.ts';
import { cancelFor } from './derived-requests.ts';
import { InviteClient } from './invite-client.ts';
import { InviteServer } from './invite-server.ts';
import { ackKey, clientKey, mergeKey, serverKey } from './matching.ts';
import { NonInviteClient } from './non-invite-client.ts';
import { NonInviteServer } from './non-invite-server.ts';
import type {
  ClientTransactionId,
  ServerTransactionId,
  SipStack,
  SipStackOptions,
  StackOutput,
  TimerValues,
} from './stack-api.ts';
import { TimerQueue } from './timer-queue.ts';
import { hops, ownVia, parsedTopVia, replyFlow, stampVia } from './via-routing.ts';
import type { Wires } from './wires.ts';

/** RFC 3261 Appendix A. */
export const DEFAULT_TIMERS: TimerValues = { t1: 500, t2: 4000, t4: 5000, trying: 200 };

const DEFAULT_MAX_SERVER_TRANSACTIONS = 50_000;
/** Seconds that a request refused for overload is asked to wait (RFC 3261 §21.5.4). */
const RETRY_AFTER = '5';
const PONG = new Uint8Array([0x0d, 0x0a]);

/** A stack over the given outside. See `SipStack`. */
export const createSipStack = (options: SipStackOptions): SipStack => new Stack(options);

type ServerTransaction = InviteServer | NonInviteServer;
type ClientTransaction = InviteClient | NonInviteClient;

class Stack implements SipStack {
  readonly #options: SipStackOptions;
  readonly #random: () => string;
  readonly #timers = new TimerQueue();
  readonly #wires: Wires;
  /** Makes To tags of stateless answers, the same for the same request (§8.2.7). */
  readonly #secret: string;
  readonly #outputs: StackOutput[] = [];
  #delivering = false;
  #now = 0;
  #serverCount = 0;

  readonly #servers = new Map<ServerTransactionId, ServerTransaction>();
  readonly #serverIds = new Map<string, ServerTransactionId>();
  readonly #merges = new Map<string, ServerTransactionId>();
  readonly #awaitingAck = new Map<string, ServerTransactionId>();
  readonly #clients = new Map<string, ClientTransaction>();
  /** Transactions that end when their connection does. */
  readonly #byFlow = new Map<string, Set<() => void>>();
  readonly #framers = new Map<string, StreamFramer>();

  constructor(options: SipStackOptions) {
    this.#options = options;
    this.#random = options.random ?? randomToken;
    this.#secret = this.#random();
    this.#wires = {
      timers: { ...DEFAULT_TIMERS, ...options.timers },
      send: (flow, bytes) => this.#emit({ type: 'send', flow, bytes }),
      after: (ms, fire) => this.#timers.add(this.#now + ms, fire),
      cancel: (timer) => this.#timers.cancel(timer),
    };
  }

  receive(flow: Flow, bytes: Uint8Array, now: number): void {
    this.#during(now, () => {
      if (flow.transport === 'tcp' || flow.transport === 'tls') this.#receiveStream(flow, bytes);
      else this.#receivePacket(flow, bytes);
    });
  }

  advance(now: number): void {
    this.#during(now, () => this.#timers.advance(now));
  }

  nextTimerAt(): number | undefined {
    return this.#timers.nextAt();
  }

  flowClosed(flowId: string, now: number): void {
    this.#during(now, () => {
      this.#framers.delete(flowId);
      const lost = this.#byFlow.get(flowId);
      this.#byFlow.delete(flowId);
      for (const fail of lost ?? []) fail();
    });
  }

  counts(): { readonly client: number; readonly server: number; readonly timers: number } {
    return { client: this.#clients.size, server: this.#servers.size, timers: this.#timers.size };
  }

  // ---------------------------------------------------------------- requests of ours

  sendRequest(flow: Flow, request: Request, now: number): ClientTransactionId {
    const branch = `${MAGIC_COOKIE}${this.#random()}`;
    const via = { name: 'via', value: ownVia(flow, this.#options.sentBy(flow), branch) };
    const sent: Request = { ...request, headers: [via, ...request.headers] };
    // The key is the id: unguessable, and unique as long as the branch is (§8.1.1.7).
    const id = clientKey(branch, request.method) as ClientTransactionId;
    this.#during(now, () => {
      const fail = (): void => {
        this.#emit({ type: 'transport-error', side: 'client', transaction: id });
        transaction.end();
      };
      const events = {
        response: (response: Response, from: Flow) =>
          this.#emit({ type: 'response', transaction: id, response, flow: from }),
        timeout: () => this.#emit({ type: 'timeout', transaction: id }),
        sendCancel: (headers: readonly Header[]) => this.#sendCancel(flow, sent, branch, headers),
        ended: () => {
          this.#clients.delete(id);
          this.#unbind(flow, fail);
        },
      };
      const transaction: ClientTransaction =
        request.method === 'INVITE'
          ? new InviteClient(this.#wires, flow, sent, events)
          : new NonInviteClient(this.#wires, flow, sent, events);
      this.#clients.set(id, transaction);
      this.#bind(flow, fail);
    });
    return id;
  }

  acknowledge(transaction: ClientTransactionId, ack: Request, flow: Flow, now: number): void {
    this.#during(now, () => {
      // The ACK of a 2xx is a transaction of its own (§13.2.2.4, §17.1.1.3), hence a new branch.
      const via = { name: 'via', value: ownVia(flow, this.#options.sentBy(flow), `${MAGIC_COOKIE}${this.#random()}`) };
      const sent: Request = { ...ack, headers: [via, ...ack.headers] };
      const invite = this.#clients.get(transaction);
      if (invite instanceof InviteClient) invite.acknowledge(sent, flow);
      else this.#wires.send(flow, serializeMessage(sent));
    });
  }

  cancel(transaction: ClientTransactionId, now: number, headers: readonly Header[] = []): void {
    this.#during(now, () => {
      const invite = this.#clients.get(transaction);
      if (invite instanceof InviteClient) invite.cancel(headers);
    });
  }

  /** The CANCEL runs in a transaction of its own whose outcome nobody needs: the INVITE's answer tells (§9.1). */
  #sendCancel(flow: Flow, invite: Request, branch: string, headers: readonly Header[]): void {
    const key = clientKey(branch, 'CANCEL');
    const fail = (): void => cancel.end();
    const ended = (): void => {
      this.#clients.delete(key);
      this.#unbind(flow, fail);
    };
    const events = { response: (): void => {}, timeout: (): void => {}, ended };
    const cancel = new NonInviteClient(this.#wires, flow, cancelFor(invite, headers), events);
    this.#clients.set(key, cancel);
    this.#bind(flow, fail);
  }

  #receiveResponse(flow: Flow, response: Response): void {
    // A response of ours has our Via and no other (§8.1.3.3).
    if (hops(response.headers) !== 1) return;
    const branch = parsedTopVia(response.headers)?.params.get('branch') ?? '';
    // One that nobody waits for is dropped (§18.1.2): we are no proxy.
    this.#clients.get(clientKey(branch, cseq(response)?.method ?? ''))?.receive(response, flow);
  }

  // ---------------------------------------------------------------- requests of others

  respond(transaction: ServerTransactionId, response: Response, now: number): void {
    this.#during(now, () => {
      const server = this.#servers.get(transaction);
      if (!server?.pending) return;
      if (server.kind === 'invite' && response.status >= 200 && response.status < 300) {
        this.#awaitingAck.set(keyOfAccept(server.request, response), transaction);
      }
      server.respond(response);
    });
  }

  respondStateless(transaction: ServerTransactionId, response: Response, now: number): void {
    this.#during(now, () => {
      const server = this.#servers.get(transaction);
      if (!server?.pending) return;
      server.end();
      this.#answerStateless(server.flow, server.request, response);
    });
  }

  #receiveRequest(flow: Flow, received: Request): void {
    const via = parsedTopVia(received.headers);
    if (!via) return;
    const matched = this.#serverIds.get(serverKey(received, via, received.method === 'ACK' ? 'INVITE' : undefined));
    const known = matched === undefined ? undefined : this.#servers.get(matched);
    if (received.method === 'ACK') {
      if (known?.kind === 'invite') known.refusalAcknowledged();
      this.#receiveAck(flow, received);
    } else if (known) known.repeated();
    else {
      const request = stampVia(received, via, flow);
      const answerFlow = replyFlow(via, flow);
      if (this.#servers.size >= (this.#options.maxServerTransactions ?? DEFAULT_MAX_SERVER_TRANSACTIONS)) {
        const headers = [{ name: 'retry-after', value: RETRY_AFTER }];
        this.#answerStateless(answerFlow, request, responseTo(request, { status: 503, headers }));
      } else if (received.method === 'CANCEL') {
        const invite = this.#serverIds.get(serverKey(received, via, 'INVITE'));
        this.#receiveCancel(answerFlow, request, serverKey(received, via), invite);
      } else this.#receiveNew(flow, answerFlow, request, serverKey(received, via));
    }
  }

  #receiveNew(flow: Flow, answerFlow: Flow, request: Request, key: string): void {
    const tag = fromTag(request);
    const merge = toTag(request) === '' && tag !== '' ? mergeKey(request, tag) : undefined;
    if (merge !== undefined && this.#merges.has(merge)) {
      // The same request by another path: somebody before us forked it to us twice (§8.2.2.2).
      this.#answerStateless(answerFlow, request, responseTo(request, { status: 482 }));
      return;
    }
    const { id, toTag: ourTag } = this.#openServer(answerFlow, request, key, merge);
    this.#emit({ type: 'request', transaction: id, request, flow, toTag: ourTag });
  }

  #openServer(
    flow: Flow,
    request: Request,
    key: string,
    merge: string | undefined,
    tag = this.#random(),
  ): { readonly id: ServerTransactionId; readonly toTag: string; readonly transaction: ServerTransaction } {
    const id = `s${++this.#serverCount}` as ServerTransactionId;
    const fail = (): void => {
      const unfinished = transaction.pending || (transaction.kind === 'invite' && transaction.unacknowledged);
      if (unfinished) this.#emit({ type: 'transport-error', side: 'server', transaction: id });
      transaction.end();
    };
    const ended = (): void => {
      this.#servers.delete(id);
      this.#serverIds.delete(key);
      if (merge !== undefined) this.#merges.delete(merge);
      const accepted = transaction.kind === 'invite' ? transaction.accepted : undefined;
      if (accepted) this.#awaitingAck.delete(keyOfAccept(request, accepted));
      this.#unbind(flow, fail);
    };
    const noAck = (): void => this.#emit({ type: 'no-ack', transaction: id });
    const transaction: ServerTransaction =
      request.method === 'INVITE'
        ? new InviteServer(this.#wires, flow, request, tag, { noAck, ended })
        : new NonInviteServer(this.#wires, flow, request, tag, ended);
    this.#servers.set(id, transaction);
    this.#serverIds.set(key, id);
    if (merge !== undefined) this.#merges.set(merge, id);
    this.#bind(flow, fail);
    return { id, toTag: tag, transaction };
  }

  /** CANCEL is answered for itself, and ends an INVITE that has no final response yet (§9.2). */
  #receiveCancel(flow: Flow, request: Request, key: string, inviteId: ServerTransactionId | undefined): void {
    const invite = inviteId === undefined ? undefined : this.#servers.get(inviteId);
    // "The To tag of the response to the CANCEL and the To tag in the response to the original request SHOULD be the same."
    const cancel = this.#openServer(flow, request, key, undefined, invite?.toTag);
    const status = invite ? 200 : 481;
    cancel.transaction.respond(responseTo(request, { status, toTag: cancel.toTag }));
    if (inviteId === undefined || invite?.kind !== 'invite' || !invite.pending) return;
    invite.respond(responseTo(invite.request, { status: 487, toTag: invite.toTag }));
    this.#emit({ type: 'cancelled', transaction: inviteId, request });
  }

  /** An ACK outside of a refused INVITE acknowledges a 2xx, or nothing. */
  #receiveAck(flow: Flow, request: Request): void {
    const key = ackKey(callId(request), toTag(request), fromTag(request), cseq(request)?.number ?? 0);
    const id = this.#awaitingAck.get(key);
    const invite = id === undefined ? undefined : this.#servers.get(id);
    if (id === undefined || invite?.kind !== 'invite' || !invite.acceptAcknowledged()) return;
    this.#emit({ type: 'ack', transaction: id, request, flow });
  }

  #answerStateless(flow: Flow, request: Request, response: Response): void {
    // The same request gets the same tag, though we remember neither (§8.2.7).
    const tag = hmac(this.#secret, `${header(request, 'via')} ${callId(request)} ${header(request, 'cseq')}`);
    const { headers } = responseTo(request, { status: response.status, toTag: tag.slice(0, 16) });
    const to = headers.find((field) => field.name === 'to');
    const tagged = response.headers.map((field) => (field.name === 'to' && to ? to : field));
    this.#wires.send(flow, serializeMessage({ ...response, headers: tagged }));
  }

  // ---------------------------------------------------------------- bytes

  #receiveStream(flow: Flow, bytes: Uint8Array): void {
    let framer = this.#framers.get(flow.id);
    if (!framer) {
      framer = new StreamFramer();
      this.#framers.set(flow.id, framer);
    }
    for (const framed of framer.push(bytes)) {
      switch (framed.kind) {
        case 'message':
          this.#receiveMessage(flow, framed.bytes);
          break;
        case 'ping':
          this.#wires.send(flow, PONG);
          break;
        case 'broken':
          this.#emit({ type: 'malformed', flow, reason: framed.reason });
          this.#emit({ type: 'close', flow, reason: framed.reason });
          break;
        default:
          framed satisfies never;
      }
    }
  }

  #receivePacket(flow: Flow, bytes: Uint8Array): void {
    if (bytes.length <= 4 && bytes.every((byte) => byte === 0x0d || byte === 0x0a || byte === 0)) {
      // Keep-alive. On a connection two line breaks ask for one (RFC 5626 §3.5.1); UDP would be answered by STUN.
      if (bytes.length === 4 && isReliable(flow)) this.#wires.send(flow, PONG);
      return;
    }
    this.#receiveMessage(flow, bytes);
  }

  #receiveMessage(flow: Flow, bytes: Uint8Array): void {
    const parsed = parseMessage(bytes);
    if (!parsed.ok) {
      const { answerable, status, reason } = parsed;
      const via = answerable && parsedTopVia(answerable.headers);
      if (answerable && via) {
        const request = stampVia(answerable, via, flow);
        this.#answerStateless(replyFlow(via, flow), request, responseTo(request, { status, reason }));
      }
      this.#emit({ type: 'malformed', flow, reason });
    } else if (parsed.message.kind === 'request') this.#receiveRequest(flow, parsed.message);
    else this.#receiveResponse(flow, parsed.message);
  }

  // ---------------------------------------------------------------- machinery

  #bind(flow: Flow, fail: () => void): void {
    if (!isReliable(flow)) return;
    const bound = this.#byFlow.get(flow.id);
    if (bound) bound.add(fail);
    else this.#byFlow.set(flow.id, new Set([fail]));
  }

  #unbind(flow: Flow, fail: () => void): void {
    const bound = this.#byFlow.get(flow.id);
    if (bound?.delete(fail) && bound.size === 0) this.#byFlow.delete(flow.id);
  }

  #emit(output: StackOutput): void {
    this.#outputs.push(output);
  }

  /** Does the work at that time, then delivers what came of it; calls made meanwhile append to the same queue. */
  #during(now: number, work: () => void): void {
    this.#now = Math.max(this.#now, now);
    work();
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let at = 0; at < this.#outputs.length; at++) {
        const output = this.#outputs[at];
        if (output) this.#options.output(output);
      }
    } finally {
      this.#outputs.length = 0;
      this.#delivering = false;
    }
  }
}

/** What the ACK of this 2xx will carry. */
const keyOfAccept = (invite: Request, response: Response): string =>
  ackKey(callId(invite), toTag(response), fromTag(invite), cseq(invite)?.number ?? 0);
