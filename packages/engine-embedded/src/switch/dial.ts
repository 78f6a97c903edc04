import type { CallId, EngineCommand, TenantId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import type { Header } from '@alo/sip';
import { hostOf } from '../sockets/local-address.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import { isAwake } from './awake.ts';
import type { Destination } from './branch.ts';
import { trunkDestination, trunkRoute } from './destinations.ts';
import { DialledLeg } from './dialled-leg.ts';
import { type Exchange, phoneRoute, replacedIn } from './exchange.ts';
import { addressOf, token } from './our-side.ts';

/** Starts a leg: it is there at once, whatever has to be looked up before it can ring. */
export function dial(
  exchange: Exchange,
  tenant: TenantId,
  call: CallId,
  { leg: id, to, callerId, autoAnswer = false }: Extract<EngineCommand, { type: 'dial' }>,
): void {
  const { calls, directory, doorman, endpoint, ours, sessions, sockets } = exchange;
  const domain = directory.domainOf(tenant) ?? 'invalid';
  const maxForwards = calls.maxForwards(call);
  const trunk = to.kind === 'trunk' ? directory.trunk(tenant, to.trunk) : undefined;
  const user = to.kind === 'extension' ? to.extension : to.number;
  const leg = new DialledLeg({
    id,
    find: async () =>
      to.kind === 'extension'
        ? doorman.destinationsOf(tenant, to.extension)
        : trunkDestinations(sockets, trunk, to.number),
    plan: (destination) => ({
      endpoint,
      destination,
      media: ours.mediaFor(destination.kind, destination.flow),
      from: {
        ...addressOf(callerId.number, trunk === undefined ? domain : ours.hostPort(destination.flow)),
        display: callerId.name,
        params: new Map([['tag', token()]]),
      },
      to: addressOf(user, trunk === undefined ? domain : hostOf(trunk.host)),
      callId: token(),
      contact: ours.contact(destination.flow),
      maxForwards,
      isAwake:
        to.kind === 'extension' && destination.kind === 'webrtc'
          ? () => isAwake(exchange, tenant, to.extension, destination)
          : null,
      patienceMs: trunk === undefined ? null : exchange.options.carrierSilenceMs,
      headers: trunk === undefined ? phoneHeaders(call, domain, autoAnswer) : [],
      route: to.kind === 'extension' ? phoneRoute(exchange, tenant, to.extension) : trunkRoute,
    }),
    sessions: sessions.of({ tenant, call, leg: id, party: to }),
    findReplaced: to.kind === 'extension' ? replacedIn(exchange, tenant) : null,
    tell: exchange.teller(tenant, call, id),
  });
  calls.add(tenant, call, leg, maxForwards);
  leg.start();
}

/** Lets the console find the call of the phone that rings; a phone that is to pick up by itself is asked as most understand. */
function phoneHeaders(call: CallId, domain: string, autoAnswer: boolean): readonly Header[] {
  const own = { name: 'x-alo-call', value: call };
  if (!autoAnswer) return [own];
  return [
    own,
    { name: 'call-info', value: `<sip:${domain}>;answer-after=0` },
    { name: 'alert-info', value: `<sip:${domain}>;info=alert-autoanswer;delay=0` },
  ];
}

/** None when its name is unknown or it does not listen: it is unreachable. */
async function trunkDestinations(
  sockets: SipSockets,
  trunk: TrunkProvision | undefined,
  number: string,
): Promise<readonly Destination[]> {
  if (trunk === undefined) return [];
  try {
    return [await trunkDestination(sockets, trunk, number)];
  } catch {
    return [];
  }
}
