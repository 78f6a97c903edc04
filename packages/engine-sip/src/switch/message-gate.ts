import type { TenantId } from '@alo/call-core';
import { callIdIn, type Flow } from '@alo/sip';
import { pressureBetween, type Reading } from './engine-use.ts';
import { OverloadControl, type SenderKind } from './overload-control.ts';
import type { FlowOwner } from './registrations.ts';

export interface MessageGateOptions {
  readonly registrations: { ownerOf(flow: Flow): Pick<FlowOwner, 'person'> | undefined };
  readonly gateways: { trunkOf(flow: Flow): { readonly tenant: TenantId } | undefined };
  readonly directory: {
    tenantAt(address: string): TenantId | null | undefined;
    hasOthers(tenant: TenantId): boolean;
  };
  /** Has a phone proved itself from this address lately? */
  readonly isNeighbour: (address: string) => boolean;
  /** Is it the Call-ID of a call that stands? */
  readonly hasCall: (callId: string) => boolean;
  /** Stops reading from a connection, or goes on. */
  readonly holdBack: (flow: Flow, on: boolean) => void;
  /** So many messages of each kind of sender were shed since it was told last. */
  readonly onShed: (shed: Readonly<Record<SenderKind, number>>) => void;
  /** What the engine uses. */
  readonly read: () => Reading;
}

interface Sender {
  readonly kind: SenderKind;
  readonly name: string;
}

interface HeldBack extends Sender {
  readonly flow: Flow;
  /** That came in one piece last. */
  readonly messages: number;
}

export const spanMs = 500;
const tellEachMs = 10_000;
/** In a span so many messages of a call that stands are read, whatever its company sends besides. */
const sparedPerCall = 10;
/** A message has about so many bytes; of a stream nobody counts them before it is cut. */
const bytesOfMessage = 500;

/**
 * Reads less while the engine uses more of the processors than it may (`OverloadControl`): of UDP messages are left out before they are looked at,
 * but for those of calls that stand; from a connection is not read for a while, so that its sender waits.
 */
export class MessageGate {
  readonly #options: MessageGateOptions;
  readonly #control = new OverloadControl();
  readonly #read: () => Reading;
  readonly #timer: NodeJS.Timeout;
  readonly #held = new Map<string, HeldBack>();
  /** Messages of standing calls that were read beyond the measure in this span. */
  #spared = new Map<string, number>();
  #shed = noneShed();
  #before: Reading;
  #toldAt: number;

  constructor(options: MessageGateOptions) {
    this.#options = options;
    this.#read = options.read;
    this.#before = this.#read();
    this.#toldAt = this.#before.at;
    this.#timer = setInterval(() => this.turn(), spanMs);
    this.#timer.unref();
  }

  /** Are these bytes looked at? */
  admits(flow: Flow, bytes: Uint8Array): boolean {
    const sender = this.#senderOf(flow);
    if (sender === null) return true;
    const { kind, name } = sender;
    if (flow.transport === 'udp') {
      if (this.#control.takes(kind, name) || this.#isSpared(bytes)) return true;
      this.#shed[kind] += 1;
      return false;
    }
    const isStream = flow.transport === 'tcp' || flow.transport === 'tls';
    const messages = isStream ? Math.ceil(bytes.length / bytesOfMessage) : 1;
    if (this.#control.takes(kind, name, messages)) return true;
    // Half a message cannot be left out, and what came by a connection is not sent again.
    this.#control.owes(kind, name, messages);
    this.#shed[kind] += messages;
    this.#held.set(flow.id, { kind, name, flow, messages });
    this.#options.holdBack(flow, true);
    return true;
  }

  flowClosed(flow: Flow): void {
    this.#held.delete(flow.id);
  }

  /** A span is over. */
  turn(): void {
    const now = this.#read();
    this.#control.turn(pressureBetween(this.#before, now), (now.at - this.#before.at) / 1_000);
    this.#before = now;
    this.#spared = new Map();
    this.#letGoOn();
    if (now.at - this.#toldAt < tellEachMs) return;
    this.#toldAt = now.at;
    const shed = this.#shed;
    this.#shed = noneShed();
    if (Object.values(shed).some((count) => count > 0)) this.#options.onShed(shed);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Those that waited longest first, and no more than there is room for if each brings as much as before. */
  #letGoOn(): void {
    const rooms = new Map<string, number>();
    for (const [id, { kind, name, flow, messages }] of this.#held) {
      const key = `${kind} ${name}`;
      const room = rooms.get(key) ?? this.#control.roomFor(kind, name);
      rooms.set(key, room - messages);
      if (room < 1) continue;
      this.#held.delete(id);
      this.#options.holdBack(flow, false);
    }
  }

  /** Null where nobody else is kept waiting by it: a company that is alone may send what it likes. */
  #senderOf(flow: Flow): Sender | null {
    const { registrations, gateways, directory, isNeighbour } = this.#options;
    const { address } = flow.remote;
    const tenant =
      registrations.ownerOf(flow)?.person.tenant ?? gateways.trunkOf(flow)?.tenant ?? directory.tenantAt(address);
    // Several companies have this carrier: whose a message is only its text says.
    if (tenant === null) return { kind: 'company', name: address };
    if (tenant !== undefined) return directory.hasOthers(tenant) ? { kind: 'company', name: tenant } : null;
    return { kind: isNeighbour(address) ? 'neighbour' : 'stranger', name: address };
  }

  #isSpared(bytes: Uint8Array): boolean {
    const callId = callIdIn(bytes);
    if (callId === undefined || !this.#options.hasCall(callId)) return false;
    const spared = (this.#spared.get(callId) ?? 0) + 1;
    this.#spared.set(callId, spared);
    return spared <= sparedPerCall;
  }
}

const noneShed = (): Record<SenderKind, number> => ({ stranger: 0, neighbour: 0, company: 0 });
