import type { Header, Request, Response } from '../message/message.ts';
import { cseq, toTag } from '../message/read-headers.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { MAGIC_COOKIE } from '../message/via.ts';
import type { Flow } from '../transport/flow.ts';
import { Accepted } from './accepted.ts';
import { cancelFor } from './derived-requests.ts';
import { InviteClient } from './invite-client.ts';
import { clientKey } from './matching.ts';
import { NonInviteClient } from './non-invite-client.ts';
import type { ClientTransactionId } from './stack-api.ts';
import { hops, ownVia, parsedTopVia } from './via-routing.ts';
import type { Plumbing } from './wires.ts';

/** Requests of ours and what is answered to them (RFC 3261 §17.1). */
export class ClientSide {
  readonly #plumbing: Plumbing;
  readonly #sentBy: (flow: Flow) => string;
  readonly #transactions = new Map<string, InviteClient | NonInviteClient>();
  readonly #accepted: Accepted;

  constructor(plumbing: Plumbing, sentBy: (flow: Flow) => string) {
    this.#plumbing = plumbing;
    this.#sentBy = sentBy;
    this.#accepted = new Accepted(plumbing);
  }

  get count(): number {
    return this.#transactions.size + this.#accepted.count;
  }

  send(flow: Flow, request: Request): ClientTransactionId {
    const { emit, connections } = this.#plumbing;
    const { branch, sent } = this.#withVia(flow, request);
    // The key is the id: unguessable, and unique as long as the branch is (§8.1.1.7).
    const id = clientKey(branch, request.method);
    const lost = (): void => {
      emit({ type: 'transport-error', side: 'client', transaction: id });
      transaction.end();
    };
    const events = {
      response: (response: Response, from: Flow): void =>
        emit({ type: 'response', transaction: id, response, flow: from }),
      timeout: (): void => emit({ type: 'timeout', transaction: id }),
      accepted: (): void => this.#accepted.keep(id),
      sendCancel: (invite: Request, headers: readonly Header[]): void =>
        this.#sendCancel(flow, invite, branch, headers),
      ended: (): void => {
        this.#transactions.delete(id);
        connections.unbind(flow, lost);
      },
    };
    const transaction =
      request.method === 'INVITE'
        ? new InviteClient(this.#plumbing, flow, sent, events)
        : new NonInviteClient(this.#plumbing, flow, sent, events);
    this.#transactions.set(id, transaction);
    connections.bind(flow, lost);
    return id;
  }

  /** The ACK of a 2xx is a transaction of its own (§13.2.2.4, §17.1.1.3), hence a new branch. */
  acknowledge(id: ClientTransactionId, ack: Request, flow: Flow): void {
    const bytes = serializeMessage(this.#withVia(flow, ack).sent);
    this.#accepted.acknowledged(id, toTag(ack), flow, bytes);
    this.#plumbing.send(flow, bytes);
  }

  cancel(id: ClientTransactionId, headers: readonly Header[]): void {
    const invite = this.#transactions.get(id);
    if (invite instanceof InviteClient) invite.cancel(headers);
  }

  receive(flow: Flow, response: Response): void {
    // A response to us has our Via and no other (§8.1.3.3).
    if (hops(response.headers) !== 1) return;
    const branch = parsedTopVia(response.headers)?.params.get('branch') ?? '';
    const id = clientKey(branch, cseq(response)?.method ?? '');
    const transaction = this.#transactions.get(id);
    // One that nobody waits for is dropped (§18.1.2): we are no proxy.
    if (transaction === undefined) this.#accepted.receive(id, response, flow);
    else transaction.receive(response, flow);
  }

  #withVia(flow: Flow, request: Request): { readonly branch: string; readonly sent: Request } {
    const branch = `${MAGIC_COOKIE}${this.#plumbing.random()}`;
    const via = { name: 'via', value: ownVia(flow, this.#sentBy(flow), branch) };
    return { branch, sent: { ...request, headers: [via, ...request.headers] } };
  }

  /** The CANCEL runs in a transaction of its own whose outcome nobody needs: the INVITE's answer tells (§9.1). */
  #sendCancel(flow: Flow, invite: Request, branch: string, headers: readonly Header[]): void {
    const { connections } = this.#plumbing;
    const key = clientKey(branch, 'CANCEL');
    const lost = (): void => cancel.end();
    const ended = (): void => {
      this.#transactions.delete(key);
      connections.unbind(flow, lost);
    };
    const events = { response: (): void => {}, timeout: (): void => {}, ended };
    const cancel = new NonInviteClient(this.#plumbing, flow, cancelFor(invite, headers), events);
    this.#transactions.set(key, cancel);
    connections.bind(flow, lost);
  }
}
