import type { EngineEvent, TenantId } from '@alo/call-core';
import type { TrunkAccount, TrunkProvision } from '@alo/engine';
import {
  type Binding,
  createRegistrar,
  escapeUser,
  type Flow,
  type IncomingRequest,
  parseSipUri,
  type Registrar,
  type RegistrationChange,
} from '@alo/sip';
import type { SipPlantOptions } from '../plant-options.ts';
import type { BranchTarget } from './branch.ts';
import { carrierKey } from './carriers.ts';
import { type KeepAlive, speaksThroughNat } from './keep-alive.ts';
import type { TrunkName } from './sip-directory.ts';

const sweepMs = 1_000;

export interface GatewaysParts {
  readonly options: Pick<SipPlantOptions, 'registrationSeconds' | 'shortestRegistrationSeconds'>;
  readonly keepAlive: Pick<KeepAlive, 'keep' | 'letGo'>;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly now: () => number;
}

/**
 * Gateways that register with us, from wherever they are: of SIM cards, mostly behind NAT. What comes by the way on which one registered is
 * its trunk's, and calls to the trunk go there.
 */
export class Gateways {
  readonly #parts: GatewaysParts;
  readonly #registrar: Registrar;
  /** By the name that the registrar knows them by. */
  readonly #trunks = new Map<string, TrunkName & { readonly account: string }>();
  /** By the flow on which they registered. */
  readonly #flows = new Map<string, string>();
  readonly #sweep: NodeJS.Timeout;

  constructor(parts: GatewaysParts) {
    this.#parts = parts;
    const { registrationSeconds, shortestRegistrationSeconds } = parts.options;
    this.#registrar = createRegistrar({
      defaultSeconds: registrationSeconds,
      minSeconds: Math.min(shortestRegistrationSeconds, registrationSeconds),
      maxSeconds: registrationSeconds,
      // The machine itself, and the one that it was before it started again.
      maxPerPerson: 2,
    });
    this.#sweep = setInterval(() => this.#changed(this.#registrar.expire(performance.now())), sweepMs).unref();
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  /** Performs a REGISTER of a gateway that proved to be this trunk's, and answers it. It is one machine: where it was before it is no more. */
  register({ request, flow, respond }: IncomingRequest, name: TrunkName, account: TrunkAccount): void {
    const key = carrierKey(name.tenant, name.trunk);
    const result = this.#registrar.register(
      key,
      request,
      flow,
      performance.now(),
      (binding) => binding.flow.id !== flow.id,
    );
    if (!result.ok) return void respond(result.response);
    this.#trunks.set(key, { ...name, account: JSON.stringify(account) });
    for (const { flow: before } of result.former) if (before.id !== flow.id) this.#forget(before.id);
    respond(result.response);
    this.#changed([result.change]);
    const [binding] = this.#bindings(key);
    if (binding === undefined) return;
    this.#flows.set(binding.flow.id, key);
    if (binding.flow.transport === 'udp' && speaksThroughNat(binding.contact.uri, binding.flow)) {
      this.#parts.keepAlive.keep(binding.flow);
    }
  }

  /** Whose calls come by this way; undefined where no gateway is registered on it. */
  trunkOf(flow: Flow): TrunkName | undefined {
    const key = this.#flows.get(flow.id);
    return key === undefined || this.#bindings(key).length === 0 ? undefined : this.#trunks.get(key);
  }

  /** How `number` is called through it; none where it is not registered. */
  destinationsOf({ tenant, trunk }: TrunkName, number: string): readonly BranchTarget[] {
    return this.#bindings(carrierKey(tenant, trunk))
      .slice(0, 1)
      .map(({ contact, flow }) => ({ uri: numberAt(contact.uri, number), flow, kind: 'rtp' }));
  }

  flowClosed(flow: Flow): void {
    this.#changed(this.#registrar.flowClosed(flow.id));
    this.#forget(flow.id);
  }

  /** These gateways are the tenant's from now on: one whose account is another now registers anew. */
  set(tenant: TenantId, trunks: readonly TrunkProvision[]): void {
    const accounts = new Map(trunks.map(({ trunk, registersHere }) => [trunk, JSON.stringify(registersHere)]));
    for (const [key, { tenant: theirs, trunk, account }] of Array.from(this.#trunks)) {
      if (theirs !== tenant || accounts.get(trunk) === account) continue;
      for (const { flow } of this.#bindings(key)) this.#forget(flow.id);
      this.#registrar.forget(key);
      this.#trunks.delete(key);
    }
  }

  #bindings(key: string): readonly Binding[] {
    return this.#registrar.contactsOf(key, performance.now());
  }

  #forget(flowId: string): void {
    this.#flows.delete(flowId);
    this.#parts.keepAlive.letGo(flowId);
  }

  #changed(changes: readonly RegistrationChange[]): void {
    for (const { aor, before, after } of changes) {
      const name = this.#trunks.get(aor);
      if (name === undefined || (before === 0) === (after === 0)) continue;
      const at = this.#parts.now();
      const { tenant, trunk } = name;
      this.#parts.emit(
        tenant,
        after > 0
          ? { type: 'trunk', trunk, state: 'up', why: 'registered', at }
          : { type: 'trunk', trunk, state: 'down', why: 'no-response', at },
      );
    }
  }
}

/** A number at the machine that a Contact names. */
function numberAt(contact: string, number: string): string {
  const { host = 'invalid', port, params } = parseSipUri(contact) ?? {};
  const transport = params?.get('transport');
  const place = `${host}${port === undefined ? '' : `:${port}`}`;
  return `sip:${escapeUser(number)}@${place}${transport ? `;transport=${transport}` : ''}`;
}
