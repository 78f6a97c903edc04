import type { Response } from '../message/message.ts';
import { toTag } from '../message/read-headers.ts';
import type { Flow } from '../transport/flow.ts';
import { ExpiringStates } from './expiring-states.ts';
import type { ClientTransactionId } from './stack-api.ts';
import type { Plumbing } from './wires.ts';

/** The ACK of a 2xx, for when that comes again. */
interface Ack {
  readonly toTag: string;
  readonly flow: Flow;
  /** The bytes as characters. */
  readonly text: string;
  /** Of another fork beyond a proxy. */
  readonly another: Ack | undefined;
}

interface Invite {
  readonly until: number;
  ack: Ack | undefined;
}

/**
 * INVITEs of ours in the state `accepted`, until timer M has run out (RFC 6026 §7.2): a 2xx that comes again gets its ACK again, one of
 * another fork is told. What the transaction was beside this is forgotten with its first 2xx.
 */
export class Accepted {
  readonly #plumbing: Plumbing;
  readonly #invites: ExpiringStates<ClientTransactionId, Invite>;

  constructor(plumbing: Plumbing) {
    this.#plumbing = plumbing;
    this.#invites = new ExpiringStates(
      plumbing,
      ({ until }) => until,
      (id) => plumbing.emit({ type: 'over', transaction: id }),
    );
  }

  get count(): number {
    return this.#invites.size;
  }

  keep(id: ClientTransactionId): void {
    this.#invites.add(id, { until: this.#invites.until(), ack: undefined });
  }

  /** Keeps the ACK of one of its 2xx. */
  acknowledged(id: ClientTransactionId, toTag: string, flow: Flow, ack: Uint8Array): void {
    const invite = this.#invites.get(id);
    if (invite === undefined) return;
    const { buffer, byteOffset, byteLength } = ack;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    // A copy: what was cut out of a message would keep all of it.
    invite.ack = { toTag: Buffer.from(toTag).toString(), flow, text, another: invite.ack };
  }

  receive(id: ClientTransactionId, response: Response, flow: Flow): void {
    const invite = this.#invites.get(id);
    if (invite === undefined || response.status < 200 || response.status > 299) return;
    const tag = toTag(response);
    let known = invite.ack;
    while (known !== undefined && known.toTag !== tag) known = known.another;
    if (known) this.#plumbing.send(known.flow, Buffer.from(known.text, 'latin1'));
    else this.#plumbing.emit({ type: 'response', transaction: id, response, flow });
  }
}
