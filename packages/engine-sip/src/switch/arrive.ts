import type { CallId, Cause, LegId, TenantId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { uuidv7 } from '@alo/engine-host/process';
import {
  answerSessionTimer,
  dialogOfCallee,
  type IncomingRequest,
  nextMaxForwards,
  numberOf,
  parseReplaces,
  parseUri,
  type Request,
  responseTo,
} from '@alo/sip';
import { isOfBot } from '../bots/bot-mark.ts';
import { agreeOnAudio } from './agree-on-audio.ts';
import { callName } from './call-name.ts';
import { CallerLeg } from './caller-leg.ts';
import { identityAt } from './carrier-proof.ts';
import { carrierRoom } from './carrier-room.ts';
import { audioKindOfOffer, trunkRoute } from './destinations.ts';
import type { ProvenCaller } from './doorman.ts';
import { type Exchange, phoneRoute, questionsFor, replacedIn } from './exchange.ts';
import type { AudioParty } from './our-side.ts';
import { sdpOf } from './sdp-body.ts';

/** Longer than any number, extension or number that was sealed. */
const longestDialled = 200;

/** An INVITE arrived: a caller with a proof and a called party becomes a call; any other one is answered here. */
export function inviteArrived(exchange: Exchange, incoming: IncomingRequest): void {
  const caller = exchange.doorman.identify(incoming);
  if (caller === undefined) return;
  const uri = parseUri(incoming.request.uri);
  const dialled = caller.number ?? (uri === undefined ? '' : numberOf(uri).number);
  // No number and no name has these, and not every place that keeps them can.
  if (dialled === '' || /\p{Cc}/u.test(dialled)) return incoming.refuse({ status: 484 });
  if (dialled.length > longestDialled) return incoming.refuse({ status: 414 });
  const maxForwards = nextMaxForwards(incoming.request);
  if (maxForwards === undefined) return incoming.refuse({ status: 483 });
  const timer = answerSessionTimer(incoming.request);
  if (timer.kind === 'too-brief') return incoming.refuse({ status: 422, headers: timer.headers });
  const replaces = replacedBy(exchange, caller.tenant, incoming.request);
  if (typeof replaces === 'number') return incoming.refuse({ status: replaces });
  const refused = whyNot(exchange, caller, performance.now());
  if (refused !== null) return turnAway(exchange, incoming, caller, { dialled, refused });
  void arrive(exchange, incoming, { ...caller, dialled, maxForwards, replaces }); // Never rejects.
}

/** The leg whose place the caller takes (RFC 3891 §3); null without a wish, a status where it cannot be. */
function replacedBy({ sessions }: Exchange, tenant: TenantId, request: Request): Replaced | null | number {
  const [value, ...others] = headersOf(request, 'replaces');
  if (value === undefined) return null;
  const replaces = others.length === 0 ? parseReplaces(value) : undefined;
  if (replaces === undefined) return 400;
  const found = sessions.replaced(tenant, replaces);
  return found.kind === 'found' ? { call: found.call, leg: found.leg } : found.status;
}

const headersOf = (request: Request, name: string): readonly string[] =>
  request.headers.filter((header) => header.name === name).map(({ value }) => value);

/** So few calls are not what keeps a server busy: refusing one more would not help it. */
const fewCalls = 10;

/**
 * Why no further call is taken; null where it is. A server that begins to be late takes none of a tenant that has brought more than the others
 * lately, and one that cannot keep up only those of a tenant that has brought few beside others that bring many: that is not what keeps it busy.
 */
function whyNot(exchange: Exchange, { tenant, origin, device }: ProvenCaller, now: number): Refused | null {
  const { arrivals, calls, directory, options, takesCalls, isBehind, isLate } = exchange;
  arrivals.count(tenant, now);
  const { limits } = options;
  const share = directory.hasOthers(tenant) ? limits.callsPerTenant : limits.callsOfOnlyTenant;
  if (!takesCalls() || calls.size >= limits.calls || calls.callsOf(tenant) >= share) return 'limit';
  if (origin.kind === 'extension' && calls.of(tenant, origin.extension).length >= limits.callsPerExtension)
    return 'limit';
  if (device !== null && calls.withDevice(device.secret.id) >= device.maxCalls) return 'limit';
  const trunk = trunkOf(exchange, { tenant, origin });
  if (trunk !== undefined && !carrierRoom(exchange, tenant, trunk)) return 'limit';
  if (calls.size < fewCalls) return null;
  if (isBehind()) return arrivals.isModest(tenant, now) ? null : 'congestion';
  return isLate() && arrivals.isMost(tenant, now) ? 'congestion' : null;
}

const trunkOf = ({ directory }: Exchange, { tenant, origin }: Pick<ProvenCaller, 'tenant' | 'origin'>) =>
  origin.kind === 'trunk' ? directory.trunk(tenant, origin.trunk) : undefined;

type Refused = Extract<Cause, 'limit' | 'congestion'>;

/** Of more refused calls of one tenant in a second or two the history would hold up the calls of the others, and sooner where the server is late. */
const mostRefusalsTold = { usually: 20, late: 4 };

/**
 * A call that there is no room for: the caller may try again, and the history shows the refused call; of a tenant that floods, where there are
 * others, as many as tell of it.
 */
function turnAway(
  exchange: Exchange,
  incoming: IncomingRequest,
  { tenant, origin }: ProvenCaller,
  told: { readonly dialled: string; readonly refused: Refused },
): void {
  const { directory, emit, isLate, now, refusals } = exchange;
  // Remembered: the INVITE that comes again is not another call.
  incoming.respond({ status: 503, headers: [{ name: 'retry-after', value: '5' }] });
  const mostTold = isLate() ? mostRefusalsTold.late : mostRefusalsTold.usually;
  const isFlood = refusals.count(tenant, performance.now()) > mostTold && directory.hasOthers(tenant);
  if (isFlood) return;
  const { call, leg } = newNames(now);
  emit(tenant, { type: 'arrived', call, leg, at: now(), origin, ...told, ...purposeOf(exchange, incoming.request) });
}

/** A bot of ours tries the product. */
const purposeOf = ({ botMark }: Pick<Exchange, 'botMark'>, request: Request): { readonly purpose?: 'test' } =>
  isOfBot(request, botMark) ? { purpose: 'test' } : {};

type Replaced = { readonly call: CallId; readonly leg: LegId };

/** The one place where calls from outside are named, and their legs. */
function newNames(now: () => number): { readonly call: CallId; readonly leg: LegId } {
  const call = uuidv7(now()) as CallId;
  return { call, leg: `${call}/in` as LegId };
}

interface Arrival extends ProvenCaller {
  readonly replaces: Replaced | null;
  readonly dialled: string;
  readonly maxForwards: number;
}

/** Agrees on the audio and tells call control; a caller who offers nothing that we speak is refused. */
async function arrive(exchange: Exchange, incoming: IncomingRequest, arrival: Arrival): Promise<void> {
  const { endpoint, ours, calls, sessions, directory } = exchange;
  const { tenant, origin, device, dialled, maxForwards, replaces } = arrival;
  const { request, flow } = incoming;
  const kind = audioKindOfOffer(sdpOf(request), flow);
  const { call, leg: id } = newNames(exchange.now);
  // Who takes a leg's place comes to where its call is.
  const media = ours.mediaFor(kind, flow, partyOf(exchange, arrival), replaces?.call ?? call);
  const sdp = await agreeOnAudio(incoming, media);
  if (sdp === null) return;
  const dialog = dialogOfCallee(request, responseTo(request, { status: 180, toTag: incoming.toTag }));
  if (dialog === undefined) {
    media.close();
    return void incoming.respond({ status: 400, reason: 'Missing Contact' });
  }
  const tell = exchange.teller(tenant, call, id);
  const leg = new CallerLeg({
    id,
    endpoint,
    incoming,
    dialog,
    media,
    kind,
    sdp,
    contact: ours.contact(flow),
    names: origin.kind === 'extension' ? [callName(call)] : [],
    route: origin.kind === 'trunk' ? trunkRoute : phoneRoute(exchange, tenant, origin.extension),
    identity: origin.kind === 'trunk' ? identityAt(directory.trunk(tenant, origin.trunk)) : undefined,
    device: device?.secret.id ?? null,
    deviceId: device?.device,
    asks: questionsFor(exchange, kind, origin.kind === 'extension'),
    silenceMs: origin.kind === 'trunk' ? directory.trunk(tenant, origin.trunk)?.manner?.silenceMs : undefined,
    sessions: sessions.of({ tenant, call, leg: id, party: origin }),
    findReplaced: origin.kind === 'trunk' ? null : replacedIn(exchange, tenant),
    tell,
  });
  calls.add(tenant, call, leg, {
    maxForwards,
    extension: origin.kind === 'extension' ? origin.extension : null,
    carrier: trunkOf(exchange, arrival)?.carrier?.id ?? null,
  });
  tell({
    type: 'arrived',
    origin,
    dialled,
    ...(replaces === null ? {} : { replaces }),
    ...(device === null ? {} : { device: device.device }),
    ...purposeOf(exchange, request),
  });
}

const carrierOf = (trunk: TrunkProvision | undefined): AudioParty => ({
  side: 'carrier',
  isCalled: false,
  codecs: trunk?.codecs,
  keys: trunk?.manner?.keys,
});

/** With whom we agree on audio. */
const partyOf = (exchange: Exchange, arrival: Arrival): AudioParty =>
  arrival.origin.kind === 'trunk'
    ? carrierOf(exchange.directory.trunk(arrival.tenant, arrival.origin.trunk))
    : { side: 'phone', likesWide: false, meetsOpus: meetsOpus(exchange, arrival) };

/** Browsers have Opus, and whoever takes a leg's place has what its company has. Where the call goes after all nobody knows yet. */
const meetsOpus = ({ calls, registrations }: Exchange, { tenant, dialled, replaces }: Arrival): boolean =>
  replaces === null
    ? registrations.destinationsOf(tenant, dialled).some(({ kind }) => kind === 'webrtc')
    : calls.legsOf(replaces.call).some(({ media }) => media?.speaksOpus === true);
