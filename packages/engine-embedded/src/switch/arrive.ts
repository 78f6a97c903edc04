import type { CallId, LegId, Origin, TenantId } from '@alo/call-core';
import { dialogOfCallee, type Incoming, nextMaxForwards, parseUri, responseTo, userOf } from '@alo/sip';
import { MediaRefusal } from '../media/index.ts';
import { CallerLeg } from './caller-leg.ts';
import { kindOfOffer, trunkRoute } from './destinations.ts';
import { type Exchange, now, phoneRoute } from './exchange.ts';
import { uuidv7 } from './uuid.ts';

/** Longer than any number, extension or number that was sealed. */
const longestDialled = 200;

/** Somebody calls: who proves who they are and says whom they want becomes a call, anybody else is answered here. */
export function invited(exchange: Exchange, incoming: Incoming): void {
  const caller = exchange.doorman.identify(incoming);
  if (caller === undefined) return;
  const uri = parseUri(incoming.request.uri);
  const dialled = uri === undefined ? '' : userOf(uri);
  // No number and no name has these, and not every place that keeps them can.
  if (dialled === '' || /\p{Cc}/u.test(dialled)) return incoming.refuse({ status: 484 });
  if (dialled.length > longestDialled) return incoming.refuse({ status: 414 });
  const maxForwards = nextMaxForwards(incoming.request);
  if (maxForwards === undefined) return incoming.refuse({ status: 483 });
  if (exchange.calls.size >= exchange.options.limits.calls || !exchange.takesCalls()) {
    return incoming.refuse({ status: 503, headers: [{ name: 'retry-after', value: '5' }] });
  }
  void arrive(exchange, incoming, { ...caller, dialled, maxForwards }); // Never rejects.
}

interface Arrival {
  readonly tenant: TenantId;
  readonly origin: Origin;
  readonly dialled: string;
  readonly maxForwards: number;
}

/** Agrees on the audio and tells call control; a caller who offers nothing that we speak is refused. */
async function arrive(exchange: Exchange, incoming: Incoming, arrival: Arrival): Promise<void> {
  const { endpoint, ours, calls, sessions } = exchange;
  const { tenant, origin, dialled, maxForwards } = arrival;
  const { request, flow } = incoming;
  const offer = new TextDecoder().decode(request.body);
  const kind = kindOfOffer(offer, flow);
  const media = ours.mediaFor(kind, flow);
  let gone = false;
  const isGone = () => {
    gone = true;
  };
  incoming.watch({ onCancelled: isGone, onLost: isGone });
  let sdp: string;
  try {
    sdp = offer === '' ? await media.offer() : await media.answer(offer);
  } catch (error) {
    media.close();
    return void incoming.respond({ status: error instanceof MediaRefusal ? 488 : 500 });
  }
  if (gone) return media.close();
  const dialog = dialogOfCallee(request, responseTo(request, { status: 180, toTag: incoming.toTag }));
  if (dialog === undefined) {
    media.close();
    return void incoming.respond({ status: 400, reason: 'Missing Contact' });
  }
  const call = uuidv7(now()) as CallId; // The one place where calls from outside are named,
  const id = `${call}/in` as LegId; // and their legs.
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
    route: origin.kind === 'trunk' ? trunkRoute : phoneRoute(exchange, tenant, origin.extension),
    sessions,
    tell,
  });
  calls.add(tenant, call, leg, maxForwards);
  tell({ type: 'arrived', origin, dialled });
}
