import { randomUUID } from 'node:crypto';
import type { CallerId, CallId, EngineCommand, TenantId } from '@alo/call-core';
import type { AriChannel } from './ari/events.ts';
import type { AsteriskExchange } from './exchange.ts';
import type { LegEnds } from './leg-ends.ts';
import { type AsteriskLeg, newAsteriskLeg } from './legs.ts';
import { unlessGone } from './unless-gone.ts';

/** What Asterisk gives us a channel with that we have dialled. */
export const dialledArg = 'out';

/** Call control says how long something rings. */
const longestRingSeconds = 3_600;
/** Q.850: no route to destination. */
const unreachable = 3;

/** Legs that we dial: an extension's phones all at once, a carrier's servers one after the other. */
export class Dialling {
  readonly #exchange: AsteriskExchange;
  readonly #ends: Pick<LegEnds, 'ended' | 'gone'>;

  constructor(exchange: AsteriskExchange, ends: Pick<LegEnds, 'ended' | 'gone'>) {
    this.#exchange = exchange;
    this.#ends = ends;
  }

  dial(
    tenant: TenantId,
    call: CallId,
    { leg: id, to, callerId, autoAnswer }: Extract<EngineCommand, { type: 'dial' }>,
  ): void {
    const { attempt, legs } = this.#exchange;
    const extension = to.kind === 'extension' ? to.extension : null;
    const variables = {
      ...shownTo(callerId),
      ...(autoAnswer === true ? answersItself : {}),
      ...(to.kind === 'extension' ? callName(call) : {}),
      'PJSIP_TRANSFER_HANDLING()': 'ari-only',
    };
    const leg = newAsteriskLeg({ id, tenant, call, side: 'dialled', extension, channel: null, variables });
    legs.add(leg);
    // Nobody but a bot may be reached, and there are none behind Asterisk.
    if (to.kind === 'trunk' && to.toBots) return this.#ends.ended(leg, { cause: 'unreachable' });
    if (to.kind === 'trunk') return attempt(this.#callOutside(leg, to));
    if (!this.#ringPhones(leg, to.extension)) attempt(this.#lookAndRing(leg, to.extension));
  }

  /** Where its names lead may have to be looked at. */
  async #callOutside(
    leg: AsteriskLeg,
    { trunk, number }: Extract<Extract<EngineCommand, { type: 'dial' }>['to'], { kind: 'trunk' }>,
  ): Promise<void> {
    const { legs, phones } = this.#exchange;
    leg.next.push(...(await phones.outside(leg.tenant, trunk, number)));
    if (legs.find(leg.tenant, leg.id) === leg) this.tryNext(leg);
  }

  /** Asterisk has made the channel of a leg that is dialled: it rings, unless it was hung up meanwhile. */
  created({ id }: AriChannel): void {
    const { ari, attempt, legs } = this.#exchange;
    if (legs.byChannel(id) === undefined) return attempt(unlessGone(ari.delete(`channels/${id}`)));
    attempt(unlessGone(ari.post(`channels/${id}/dial`, { timeout: longestRingSeconds })));
  }

  /** The next of a carrier's servers, if there is one. */
  tryNext(leg: AsteriskLeg): void {
    const target = leg.next.shift();
    if (target === undefined) this.#ends.ended(leg, { cause: 'unreachable' });
    else this.#ring(leg, target, true);
  }

  /** False where it is nowhere. */
  #ringPhones(leg: AsteriskLeg, extension: string): boolean {
    const targets = this.#exchange.phones.targets(leg.tenant, extension);
    for (const target of targets) this.#ring(leg, target, targets.length === 1);
    return targets.length > 0;
  }

  /** Asterisk knows a phone that has just registered before we hear of it. */
  async #lookAndRing(leg: AsteriskLeg, extension: string): Promise<void> {
    const { legs, phones } = this.#exchange;
    await phones.lookFor(leg.tenant, extension);
    const isWanted = legs.find(leg.tenant, leg.id) === leg;
    if (isWanted && !this.#ringPhones(leg, extension)) this.#ends.ended(leg, { cause: 'unreachable' });
  }

  #ring(leg: AsteriskLeg, endpoint: string, isOnly: boolean): void {
    const { ari, legs } = this.#exchange;
    const channel = `alo-${randomUUID()}`;
    legs.fork(leg, channel);
    if (isOnly) leg.channel = channel;
    const how = { endpoint, app: ari.app, appArgs: dialledArg, channelId: channel };
    ari
      .post('channels/create', how, { variables: leg.variables })
      .catch(() => this.#ends.gone(channel, unreachable, undefined));
  }
}

/** What the party is shown: From is made of these. */
function shownTo({ number, name }: CallerId): Record<string, string> {
  // The dialled party is shown the line that it is connected to.
  return {
    'CONNECTEDLINE(num-pres,i)': number === '' ? 'prohib' : 'allowed',
    'CONNECTEDLINE(name-pres,i)': number === '' ? 'prohib' : 'allowed',
    'CONNECTEDLINE(name-charset,i)': 'utf8',
    'CONNECTEDLINE(name,i)': name,
    'CONNECTEDLINE(num,i)': number,
  };
}

/**
 * Tells a phone how the switchboard calls its call. Only a phone that is called learns it: Asterisk adds headers to requests, and to
 * no response.
 */
const callName = (call: CallId) => ({ 'PJSIP_HEADER(add,X-Alo-Call)': call });

const answersItself = { 'PJSIP_HEADER(add,Call-Info)': '<sip:alo>;answer-after=0' };
