import type { CallerId, CallId, Cause, LegId } from '@alo/call-core';
import { type EngineLimits, uuidv7 } from '@alo/engine-host/process';
import type { AriChannel } from './ari/events.ts';
import { causeCode } from './causes.ts';
import type { AsteriskExchange } from './exchange.ts';
import { type AsteriskLeg, newAsteriskLeg } from './legs.ts';
import { type EndpointOwner, endpointOf } from './phones.ts';
import { unlessGone } from './unless-gone.ts';

export type ArrivalLimits = Pick<EngineLimits, 'calls' | 'callsPerTenant' | 'callsPerExtension'>;

/** Calls that come in: whose they are, and whether there is room. */
export class Arrivals {
  readonly #exchange: AsteriskExchange;
  readonly #limits: ArrivalLimits;
  /** False while calls only end here. */
  readonly #takesCalls: () => boolean;

  constructor(exchange: AsteriskExchange, limits: ArrivalLimits, takesCalls: () => boolean) {
    this.#exchange = exchange;
    this.#limits = limits;
    this.#takesCalls = takesCalls;
  }

  arrived({ id: channel, name, caller, dialplan }: AriChannel): void {
    const { ari, attempt, emit, legs, now, phones } = this.#exchange;
    const party = phones.caller(endpointOf(name), dialplan.exten);
    const end = (cause: Cause) => {
      const reason_code = causeCode(cause, { isAnswered: false });
      attempt(unlessGone(ari.delete(`channels/${channel}`, { reason_code })));
    };
    if (party === undefined) return end('not-found');
    const at = now();
    // The one place where calls that arrive and their legs are named.
    const call = uuidv7(at) as CallId;
    const id = `${call}/in` as LegId;
    const { tenant, dialled } = party;
    const origin =
      party.kind === 'extension'
        ? ({ kind: 'extension', extension: party.extension } as const)
        : ({ kind: 'trunk', trunk: party.trunk, ...shownBy(caller) } as const);
    if (!this.#takesCalls() || this.#isFull(party)) {
      end('limit');
      return emit(tenant, { type: 'arrived', call, leg: id, at, origin, dialled, refused: 'limit' });
    }
    const extension = party.kind === 'extension' ? party.extension : null;
    const leg = newAsteriskLeg({ id, tenant, call, side: 'arrived', extension, channel, variables: {} });
    legs.add(leg);
    legs.fork(leg, channel);
    const handling = { variable: 'PJSIP_TRANSFER_HANDLING()', value: 'ari-only' };
    attempt(unlessGone(ari.post(`channels/${channel}/variable`, handling)));
    const device = party.kind === 'extension' ? party.device : null;
    emit(tenant, { type: 'arrived', call, leg: id, at, origin, dialled, ...(device === null ? {} : { device }) });
  }

  /** One call more would be more than the installation, the company or the extension may have. */
  #isFull(party: EndpointOwner): boolean {
    const { legs } = this.#exchange;
    const { calls, callsPerTenant, callsPerExtension } = this.#limits;
    if (legs.calls() >= calls) return true;
    if (legs.calls(({ tenant }) => tenant === party.tenant) >= callsPerTenant) return true;
    if (party.kind === 'trunk') return false;
    const isTheirs = ({ tenant, extension }: AsteriskLeg) => tenant === party.tenant && extension === party.extension;
    return legs.calls(isTheirs) >= callsPerExtension;
  }
}

/** Who a carrier says that calls: nobody, where the number is withheld. */
function shownBy({ name, number }: AriChannel['caller']): CallerId {
  return number === '' || number === 'anonymous' ? { number: '', name: '' } : { number, name };
}
