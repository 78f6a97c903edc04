import type { CallId, EngineCommand, TenantId } from '@alo/call-core';
import { type Header, randomToken } from '@alo/sip';
import { hostOf } from '../sockets/local-address.ts';
import { isAwake } from './awake.ts';
import type { BranchTarget } from './branch.ts';
import { callName } from './call-name.ts';
import { identityAt } from './carrier-proof.ts';
import { trunkRoute } from './destinations.ts';
import { DialledLeg, EveryDeviceBusy } from './dialled-leg.ts';
import { type Exchange, phoneRoute, questionsFor, replacedIn } from './exchange.ts';
import { identityHeaders } from './identity.ts';
import { type AudioParty, nameAddrOf } from './our-side.ts';

/** Starts a leg: it exists at once, also where a name has to be looked up before it can ring. */
export function dial(
  exchange: Exchange,
  tenant: TenantId,
  call: CallId,
  { leg: id, to, callerId, autoAnswer = false }: Extract<EngineCommand, { type: 'dial' }>,
): void {
  const { calls, carriers, directory, endpoint, ours, registrations, sessions } = exchange;
  const domain = directory.domainOf(tenant) ?? 'invalid';
  const maxForwards = calls.maxForwards(call);
  const trunk = to.kind === 'trunk' ? directory.trunk(tenant, to.trunk) : undefined;
  const user = to.kind === 'extension' ? to.extension : to.number;
  const party: AudioParty =
    to.kind === 'extension'
      ? { side: 'phone', likesWide: calls.legsOf(call).some(({ media }) => media?.isWide === true) }
      : { side: 'carrier', codecs: trunk?.codecs };
  const leg = new DialledLeg({
    id,
    find: async () =>
      to.kind === 'extension'
        ? [async () => withRoom(exchange, tenant, registrations.destinationsOf(tenant, to.extension))]
        : trunk === undefined
          ? []
          : carriers.waves(tenant, trunk, to.number),
    isPhone: to.kind === 'extension',
    patienceMs: to.kind === 'extension' ? null : exchange.options.carrierSilenceMs,
    plan: (destination) => ({
      endpoint,
      destination,
      media: ours.mediaFor(destination.kind, destination.flow, party),
      from: {
        ...nameAddrOf(callerId.number, trunk === undefined ? domain : ours.hostPort(destination.flow)),
        display: callerId.name,
        params: new Map([['tag', randomToken()]]),
      },
      to: nameAddrOf(user, trunk === undefined ? domain : hostOf(trunk.host)),
      callId: randomToken(),
      contact: ours.contact(destination.flow),
      maxForwards,
      isAwake:
        to.kind === 'extension' && destination.kind === 'webrtc'
          ? () => isAwake(exchange, tenant, to.extension, destination)
          : null,
      headers:
        trunk === undefined
          ? phoneHeaders(call, domain, autoAnswer)
          : identityHeaders(trunk, callerId, ours.hostPort(destination.flow)),
      identity: identityAt(trunk),
      asks: questionsFor(exchange, destination.kind, to.kind === 'extension'),
      onNobodyThere: () => carriers.failed(destination.flow.remote),
      route: to.kind === 'extension' ? phoneRoute(exchange, tenant, to.extension) : trunkRoute,
    }),
    sessions: sessions.of({ tenant, call, leg: id, party: to }),
    findReplaced: to.kind === 'extension' ? replacedIn(exchange, tenant) : null,
    tell: exchange.teller(tenant, call, id),
  });
  calls.add(tenant, call, leg, maxForwards, to.kind === 'extension' ? to.extension : null);
  leg.start();
}

/** The devices that may have another call. Throws where there are some, and none may. */
function withRoom(
  { calls, directory }: Exchange,
  tenant: TenantId,
  found: readonly BranchTarget[],
): readonly BranchTarget[] {
  const free = found.filter(({ device }) => {
    const most = device === undefined ? undefined : directory.deviceBySecret(tenant, device)?.maxCalls;
    return device === undefined || most === undefined || calls.withDevice(device) < most;
  });
  if (found.length > 0 && free.length === 0) throw new EveryDeviceBusy();
  return free;
}

/** A phone that is to pick up by itself is asked as most understand. */
function phoneHeaders(call: CallId, domain: string, autoAnswer: boolean): readonly Header[] {
  const own = callName(call);
  if (!autoAnswer) return [own];
  return [
    own,
    { name: 'call-info', value: `<sip:${domain}>;answer-after=0` },
    { name: 'alert-info', value: `<sip:${domain}>;info=alert-autoanswer;delay=0` },
  ];
}
