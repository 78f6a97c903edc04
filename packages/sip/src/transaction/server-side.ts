import { signature } from '../digest/hashes.ts';
import type { Request, Response } from '../message/message.ts';
import { responseTo, withTag } from '../message/new-message.ts';
import { callIdOf, cseq, fromTag, header, toTag } from '../message/read-headers.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { Answered } from './answered.ts';
import { InviteServer } from './invite-server.ts';
import { ackKey, mergeKey, serverTransactionKey } from './matching.ts';
import { NonInviteServer } from './non-invite-server.ts';
import type { ServerTransactionId } from './stack-api.ts';
import { parsedTopVia, replyFlow, stampVia } from './via-routing.ts';
import type { Plumbing } from './wires.ts';

/** Seconds that a request refused for overload is asked to wait (RFC 3261 §21.5.4). */
const RETRY_AFTER = '5';

type ServerTransaction = InviteServer | NonInviteServer;

/** By what a request is found again, and by what its copies are. */
interface Keys {
  readonly key: string;
  readonly merge: string | undefined;
}

/** A transaction with all that it is found by. */
interface Opened extends Keys {
  readonly id: ServerTransactionId;
  readonly transaction: ServerTransaction;
  /** Tells it that its connection is gone. */
  readonly lost: () => void;
}

/** Requests of others and our answers (RFC 3261 §17.2). */
export class ServerSide {
  readonly #plumbing: Plumbing;
  readonly #limit: number;
  /** Makes the To tags of stateless answers. */
  readonly #secret: string;
  #opened = 0;
  /** The request that is being told of. Most are answered meanwhile: then nobody ever looks for their transaction. */
  #latest: Opened | undefined;
  readonly #transactions = new Map<ServerTransactionId, ServerTransaction>();
  readonly #byKey = new Map<string, ServerTransactionId>();
  readonly #mergeKeys = new Set<string>();
  readonly #answered: Answered;
  readonly #awaitingAck = new Map<string, ServerTransactionId>();

  constructor(plumbing: Plumbing, limit: number) {
    this.#plumbing = plumbing;
    this.#limit = limit;
    this.#secret = plumbing.random();
    this.#answered = new Answered(plumbing, limit);
  }

  get count(): number {
    return this.#transactions.size + this.#answered.count;
  }

  get awaitingAck(): number {
    return this.#awaitingAck.size;
  }

  /** What was told has been heard: the request that was not answered at once is found from now on. */
  settle(): void {
    const latest = this.#latest;
    if (latest === undefined) return;
    this.#latest = undefined;
    const { id, transaction, key, merge, lost } = latest;
    this.#transactions.set(id, transaction);
    this.#byKey.set(key, id);
    if (merge !== undefined) this.#mergeKeys.add(merge);
    this.#plumbing.connections.bind(transaction.flow, lost);
    if (transaction.kind === 'non-invite') transaction.waits();
  }

  respond(id: ServerTransactionId, response: Response): void {
    const transaction = this.#get(id);
    if (!transaction?.pending) return;
    if (transaction.kind === 'invite' && response.status >= 200 && response.status < 300) {
      this.#awaitingAck.set(keyOfAccept(transaction.request, response), id);
    }
    transaction.respond(response);
  }

  respondStateless(id: ServerTransactionId, response: Response): void {
    const transaction = this.#get(id);
    if (!transaction?.pending) return;
    transaction.end();
    this.#answerStateless(transaction.flow, response);
  }

  /** Answers a request that could not be read. */
  refuse(flow: Flow, broken: Request, status: number, reason: string): void {
    const via = parsedTopVia(broken.headers);
    if (!via) return;
    this.#answerStateless(replyFlow(via, flow), responseTo(stampVia(broken, via, flow), { status, reason }));
  }

  receive(flow: Flow, received: Request): void {
    this.settle();
    const via = parsedTopVia(received.headers);
    if (!via) return;
    if (received.method === 'ACK') {
      this.#receiveAck(flow, received, serverTransactionKey(received, via, 'INVITE'));
      return;
    }
    const key = serverTransactionKey(received, via);
    const known = this.#find(key);
    if (known) return known.repeated();
    const merge = mergeKey(received);
    const answerFlow = replyFlow(via, flow);
    const before = this.#answered.repeat(merge ?? key, key, answerFlow);
    if (before === 'repeated') return;
    const request = stampVia(received, via, flow);
    if (this.#transactions.size >= this.#limit) {
      const headers = [{ name: 'retry-after', value: RETRY_AFTER }];
      this.#answerStateless(answerFlow, responseTo(request, { status: 503, headers }));
    } else if (request.method === 'CANCEL') {
      this.#receiveCancel(
        answerFlow,
        request,
        { key, merge },
        this.#byKey.get(serverTransactionKey(received, via, 'INVITE')),
      );
    } else if (before === 'copy' || (merge !== undefined && this.#mergeKeys.has(merge))) {
      this.#answerStateless(answerFlow, responseTo(request, { status: 482 }));
    } else {
      const { id, transaction } = this.#open(answerFlow, request, { key, merge });
      this.#plumbing.emit({ type: 'request', transaction: id, request, flow, toTag: transaction.toTag });
    }
  }

  #get(id: ServerTransactionId): ServerTransaction | undefined {
    return this.#latest?.id === id ? this.#latest.transaction : this.#transactions.get(id);
  }

  #find(key: string): ServerTransaction | undefined {
    const id = this.#byKey.get(key);
    return id === undefined ? undefined : this.#transactions.get(id);
  }

  /** CANCEL is answered for itself, and ends an INVITE that has no final response yet (§9.2). */
  #receiveCancel(flow: Flow, request: Request, keys: Keys, inviteId: ServerTransactionId | undefined): void {
    const invite = inviteId === undefined ? undefined : this.#transactions.get(inviteId);
    // By UDP anybody can send from anywhere: only from where the INVITE came it is taken back (§9.1: by the same way). What comes
    // from elsewhere leaves nothing behind that the right one would be taken for.
    if (invite !== undefined && !isReliable(flow) && invite.flow.id !== flow.id) {
      return this.#answerStateless(flow, responseTo(request, { status: 481 }));
    }
    // "The To tag of the response to the CANCEL and the To tag in the response to the original request SHOULD be the same."
    const { transaction } = this.#open(flow, request, keys, invite?.toTag);
    transaction.respond(responseTo(request, { status: invite ? 200 : 481, toTag: transaction.toTag }));
    if (inviteId === undefined || invite?.kind !== 'invite' || !invite.pending) return;
    invite.respond(responseTo(invite.request, { status: 487, toTag: invite.toTag }));
    this.#plumbing.emit({ type: 'cancelled', transaction: inviteId, request });
  }

  /** An ACK with the branch of a refused INVITE is that transaction's; any other acknowledges a 2xx, or nothing. */
  #receiveAck(flow: Flow, request: Request, inviteKey: string): void {
    const refused = this.#find(inviteKey);
    if (refused?.kind === 'invite') refused.refusalAcknowledged();
    const key = ackKey(callIdOf(request), toTag(request), fromTag(request), cseq(request)?.number ?? 0);
    const id = this.#awaitingAck.get(key);
    const accepted = id === undefined ? undefined : this.#transactions.get(id);
    if (id === undefined || accepted?.kind !== 'invite' || !accepted.acceptAcknowledged()) return;
    this.#plumbing.emit({ type: 'ack', transaction: id, request, flow });
  }

  #open(
    flow: Flow,
    request: Request,
    { key, merge }: Keys,
    tag?: string,
  ): { readonly id: ServerTransactionId; readonly transaction: ServerTransaction } {
    const { emit, connections, random } = this.#plumbing;
    // Counted, so no two transactions ever share one.
    const id = `s${++this.#opened}` as ServerTransactionId;
    const ourTag = tag ?? random();
    const lost = (): void => {
      const unfinished = transaction.pending || (transaction.kind === 'invite' && transaction.unacknowledged);
      if (unfinished) emit({ type: 'transport-error', side: 'server', transaction: id });
      transaction.end();
    };
    const ended = (answer?: Uint8Array): void => {
      if (this.#latest?.id === id) this.#latest = undefined;
      else {
        this.#transactions.delete(id);
        this.#byKey.delete(key);
        if (merge !== undefined) this.#mergeKeys.delete(merge);
        connections.unbind(flow, lost);
      }
      // Nothing is repeated on a reliable transport, so timer J is 0 there; an INVITE may still come by another path.
      const hasCopies = transaction.kind === 'invite' || !isReliable(flow);
      if (answer !== undefined && hasCopies) this.#answered.keep(merge ?? key, key, flow, answer);
      if (transaction.kind === 'invite' && transaction.accepted) {
        this.#awaitingAck.delete(keyOfAccept(transaction.request, transaction.accepted));
      }
    };
    const noAck = (): void => emit({ type: 'no-ack', transaction: id });
    const transaction: ServerTransaction =
      request.method === 'INVITE'
        ? new InviteServer(this.#plumbing, flow, request, ourTag, { noAck, ended })
        : new NonInviteServer(this.#plumbing, flow, ourTag, ended);
    this.#latest = { id, transaction, key, merge, lost };
    return { id, transaction };
  }

  /** The same request gets the same To tag, though we remember neither (§8.2.7). */
  #answerStateless(flow: Flow, response: Response): void {
    const id = `${header(response, 'via')} ${callIdOf(response)} ${header(response, 'cseq')}`;
    const steady = signature(this.#secret, id).slice(0, 16);
    const headers = response.headers.map((field) =>
      field.name === 'to' ? { name: 'to', value: withTag(field.value, steady) } : field,
    );
    this.#plumbing.send(flow, serializeMessage({ ...response, headers }));
  }
}

/** What the ACK of this 2xx will carry. */
const keyOfAccept = (invite: Request, response: Response): string =>
  ackKey(callIdOf(invite), toTag(response), fromTag(invite), cseq(invite)?.number ?? 0);
