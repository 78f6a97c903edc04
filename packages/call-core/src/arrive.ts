import { parsePhone } from '@alo/phone-number';
import type { Call, Direction, Party } from './call.ts';
import { canonicalForm } from './caller-id.ts';
import { type Destination, lookUp, type RoutingPlan } from './plan.ts';
import { routeInbound } from './routing/inbound.ts';
import { routeOutbound } from './routing/outbound.ts';
import { describe, visit } from './routing/visit.ts';
import { addLeg, note, type Turn } from './turn.ts';
import type { LegEvent, Origin } from './vocabulary.ts';

type Arrived = Extract<LegEvent, { type: 'arrived' }>;

/** The longest number or name that is looked at; SIP lets anybody send more. */
const longestDialled = 64;

/** The conversation that begins when a leg comes in, before anything is decided. */
export function beginCall(plan: RoutingPlan, { call, leg, at, origin, dialled: sent }: Arrived): Call {
  const dialled = readable(sent);
  const direction = directionOf(plan, origin, dialled);
  const outside = origin.kind === 'trunk' ? origin.number : dialled;
  return {
    ...{ id: call, direction, startedAt: at, dialled, caller: leg, waiting: leg },
    serviceNumber: direction === 'inbound' ? canonicalForm(dialled) : null,
    outsideNumber: direction === 'internal' ? null : canonicalForm(readable(outside)),
    ...{ legs: [], recordings: [], trace: [], timers: [], serial: 0, hops: 0 },
    ...{ refusal: null, offered: false, answer: null, ringMs: 0, talkMs: 0, holdMs: 0 },
    phase: { state: 'routing' },
  };
}

/** A text from the network, without control characters and not longer than anything that is shown. */
function readable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longestDialled);
}

/** Decides where a new call goes. */
export function arrive(turn: Turn, { leg, origin }: Arrived): void {
  addLeg(turn, leg, partyOf(turn, origin), 'arrived');
  const { direction, dialled, outsideNumber } = turn.call;
  switch (direction) {
    case 'inbound':
      note(turn, 'arrived', 'Cuộc gọi đến', { number: outsideNumber ?? '', dialled });
      return visit(turn, routeInbound(turn, outsideNumber ?? '', canonicalForm(dialled)));
    case 'outbound':
      note(turn, 'arrived', `Cuộc gọi ra từ ${callerName(turn, origin)}`, { dialled });
      return visit(turn, allowed(turn, origin) ?? routeOutbound(turn, extensionOf(origin), outsideNumber ?? ''));
    case 'internal':
      note(turn, 'arrived', `Cuộc gọi nội bộ từ ${callerName(turn, origin)}`, { dialled });
      return visit(turn, allowed(turn, origin) ?? routeInternal(turn));
    default:
      return direction satisfies never;
  }
}

function routeInternal(turn: Turn): Destination {
  const destination = lookUp(turn.plan.internalNumbers, turn.call.dialled);
  if (destination === undefined) {
    note(turn, 'number', 'Số đã bấm không phải số nội bộ, cũng không phải số điện thoại', {
      dialled: turn.call.dialled,
    });
    return { kind: 'hang-up', cause: 'not-found' };
  }
  note(turn, 'number', `Số nội bộ ${turn.call.dialled} → ${describe(turn, destination)}`);
  return destination;
}

/** A phone that the plan does not know (any more) calls nobody. */
function allowed(turn: Turn, origin: Origin): Destination | null {
  if (lookUp(turn.plan.extensions, extensionOf(origin)) !== undefined) return null;
  note(turn, 'rule', 'Máy gọi không có trong cấu hình');
  return { kind: 'hang-up', cause: 'forbidden' };
}

function directionOf(plan: RoutingPlan, origin: Origin, dialled: string): Direction {
  if (origin.kind === 'trunk') return 'inbound';
  if (lookUp(plan.internalNumbers, dialled) !== undefined) return 'internal';
  return parsePhone(dialled).ok ? 'outbound' : 'internal';
}

function partyOf(turn: Turn, origin: Origin): Party {
  if (origin.kind === 'trunk') {
    return { kind: 'outside', number: turn.call.outsideNumber ?? '', name: readable(origin.name), trunk: origin.trunk };
  }
  return { ...origin, name: lookUp(turn.plan.extensions, origin.extension)?.name ?? '' };
}

function extensionOf(origin: Origin): string {
  return origin.kind === 'extension' ? origin.extension : '';
}

function callerName(turn: Turn, origin: Origin): string {
  const extension = extensionOf(origin);
  const name = lookUp(turn.plan.extensions, extension)?.name;
  return name === undefined ? `máy nhánh ${extension}` : `máy nhánh ${extension} (${name})`;
}
