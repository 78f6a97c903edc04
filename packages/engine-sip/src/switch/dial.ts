import type { CallId, EngineCommand, TenantId, TrunkId } from '@alo/call-core';
import { botCarrierHost, type TrunkProvision } from '@alo/engine';
import { parsePhone } from '@alo/phone-number';
import { type Header, type NameAddr, randomToken } from '@alo/sip';
import { isAwake } from './awake.ts';
import type { BranchTarget } from './branch.ts';
import { callName } from './call-name.ts';
import { calledAs, domainAt, domainOf, phoneMark } from './carrier-manner.ts';
import { identityAt } from './carrier-proof.ts';
import { carrierRoom } from './carrier-room.ts';
import { trunkRoute } from './destinations.ts';
import { DialledLeg, EveryDeviceBusy, NoChannel } from './dialled-leg.ts';
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
  const { calls, carriers, directory, endpoint, gateways, ours, registrations, sessions } = exchange;
  const domain = directory.domainOf(tenant) ?? 'invalid';
  const maxForwards = calls.maxForwards(call);
  const trunk =
    to.kind === 'extension' ? undefined : to.toBots ? botsOver(to.trunk) : directory.trunk(tenant, to.trunk);
  const user = to.kind === 'extension' ? to.extension : to.number;
  const party: AudioParty =
    to.kind === 'extension'
      ? {
          side: 'phone',
          likesWide: calls.legsOf(call).some(({ media }) => media?.isWide === true),
          meetsOpus: calls.legsOf(call).some(({ media }) => media?.speaksOpus === true),
        }
      : { side: 'carrier', codecs: trunk?.codecs, keys: trunk?.manner?.keys, isCalled: true };
  const hasChannel = trunk === undefined || isEmergency(user) || carrierRoom(exchange, tenant, trunk);
  const leg = new DialledLeg({
    id,
    find: async () => {
      if (!hasChannel) throw new NoChannel();
      return to.kind === 'extension'
        ? [async () => withRoom(exchange, tenant, registrations.destinationsOf(tenant, to.extension))]
        : trunk === undefined
          ? []
          : trunk.registersHere
            ? [async () => gateways.destinationsOf({ tenant, trunk: trunk.trunk }, calledAs(trunk.manner, to.number))]
            : carriers.waves(tenant, trunk, to.number);
    },
    isPhone: to.kind === 'extension',
    patienceMs: to.kind === 'extension' ? null : exchange.options.carrierSilenceMs,
    plan: (destination) => ({
      endpoint,
      destination,
      media: ours.mediaFor(destination.kind, destination.flow, party, call),
      onSaid: (said) => {
        // A bot says nothing in a carrier's name.
        if (to.kind !== 'trunk' || to.toBots) return;
        const { trunk: over, number } = to;
        exchange.onHeard(tenant, { what: 'said', call, leg: id, at: exchange.now(), trunk: over, number, ...said });
      },
      from: {
        ...fromOf(
          trunk,
          callerId.number,
          trunk === undefined ? domain : domainAt(trunk, ours.hostPort(destination.flow)),
        ),
        display: callerId.name,
        params: new Map([['tag', randomToken()]]),
      },
      to:
        trunk === undefined
          ? nameAddrOf(user, domain)
          : marked(trunk, calledAs(trunk.manner, user), trunk.registersHere ? domain : domainOf(trunk)),
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
          : identityHeaders(trunk, callerId, domainAt(trunk, ours.hostPort(destination.flow))),
      manner: trunk?.manner,
      identity: identityAt(trunk),
      asks: questionsFor(exchange, destination.kind, to.kind === 'extension'),
      onNobodyThere: () => carriers.failed(destination.flow.remote),
      route: to.kind === 'extension' ? phoneRoute(exchange, tenant, to.extension) : trunkRoute,
    }),
    sessions: sessions.of({ tenant, call, leg: id, party: to }),
    findReplaced: to.kind === 'extension' ? replacedIn(exchange, tenant) : null,
    tell: exchange.teller(tenant, call, id),
    onMachine: (words) => exchange.onHeard(tenant, { what: 'machine', call, leg: id, at: exchange.now(), words }),
  });
  calls.add(tenant, call, leg, {
    maxForwards,
    extension: to.kind === 'extension' ? to.extension : null,
    carrier: hasChannel ? (trunk?.carrier?.id ?? null) : null,
  });
  leg.start();
}

/** The bots' carrier in the place of the one that a call would go over. */
const botsOver = (trunk: TrunkId): TrunkProvision => ({
  trunk,
  host: botCarrierHost,
  port: null,
  transport: 'udp',
  addresses: [],
  numbers: [],
});

/** Nothing holds up a call to an emergency number. */
function isEmergency(number: string): boolean {
  const read = parsePhone(number);
  return read.ok && read.phone.kind === 'emergency';
}

/** Who calls, as the party is told; some carriers want their account's name there, and the number beside it. */
function fromOf(trunk: TrunkProvision | undefined, number: string, host: string): NameAddr {
  const account = trunk?.manner?.accountInFrom === true && number !== '' ? trunk.account?.username : undefined;
  return marked(trunk, account ?? number, host);
}

function marked(trunk: TrunkProvision | undefined, user: string, host: string): NameAddr {
  const address = nameAddrOf(user, host);
  return { ...address, uri: `${address.uri}${phoneMark(trunk?.manner, user)}` };
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
