import type { CallId, EngineCommand, TenantId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { hostOf } from '../sockets/local-address.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import type { Destination } from './branch.ts';
import { trunkDestination, trunkRoute } from './destinations.ts';
import { DialledLeg } from './dialled-leg.ts';
import { type Exchange, phoneRoute } from './exchange.ts';
import { addressOf, token } from './our-side.ts';

/** Starts a leg: it is there at once, whatever has to be looked up before it can ring. */
export function dial(
  exchange: Exchange,
  tenant: TenantId,
  call: CallId,
  { leg: id, to, callerId }: Extract<EngineCommand, { type: 'dial' }>,
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
      // Lets the console find the call of the phone that rings.
      headers: trunk === undefined ? [{ name: 'x-alo-call', value: call }] : [],
      route: to.kind === 'extension' ? phoneRoute(exchange, tenant, to.extension) : trunkRoute,
    }),
    sessions,
    tell: exchange.teller(tenant, call, id),
  });
  calls.add(tenant, call, leg, maxForwards);
  leg.start();
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
