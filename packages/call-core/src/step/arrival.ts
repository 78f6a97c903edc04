import type { Party } from '../board/call.ts';
import { beginCall, readable } from '../board/new-call.ts';
import { ends, goesTo } from '../board/next.ts';
import type { Here, LegEvent, Origin } from '../board/vocabulary.ts';
import { write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { whyNotTaken } from '../limits/admission.ts';
import { raiseAlarm } from '../limits/alarm.ts';
import { company, extensionUsageKey } from '../limits/usage-count.ts';
import { directionOf } from '../routing/call-direction.ts';
import { addLeg, endLeg } from '../turn/legs.ts';
import { bySystem, extensionName, shareOf } from '../turn/parties.ts';
import { callAt, later, note, type Turn } from '../turn/turn.ts';
import { routeInbound } from './inbound-call.ts';

type Arrived = Extract<LegEvent, { type: 'arrived' }>;

/** A leg comes in, and a conversation begins. */
export function arrive(turn: Turn, event: Arrived): void {
  const { origin } = event;
  const here: Here = { call: event.call, leg: event.leg };
  const dialled = readable(event.dialled);
  const inbound = origin.kind === 'trunk';
  const beginning = {
    id: event.call,
    at: event.at,
    version: turn.version,
    caller: event.leg,
    dialled,
    direction: inbound ? 'inbound' : directionOf(turn.plan, dialled),
    outside: inbound ? readable(origin.number) : dialled,
    purpose: event.purpose,
    showing: event.showing,
  } as const;
  write(turn.calls, event.call, beginCall(beginning));
  addLeg(turn, here, partyOf(turn, event), 'arrived', { kind: 'routing' });
  noteArrival(turn, event);
  if (event.refused !== undefined) return turnedAway(turn, here, event.refused, origin);
  if (event.replaces !== undefined) {
    // It wanted one call, and no other (RFC 3891 §3).
    note(turn, event.call, 'arrived', 'Cuộc gọi cần nhận không còn, hoặc không nhận thay được');
    return later(turn, { kind: 'go', here, next: ends('not-found') });
  }
  const limit = whyNotTaken(turn, event.call, origin, dialled);
  if (limit !== null) return later(turn, { kind: 'go', here, next: ends(limit) });
  const next = inbound ? routeInbound(turn, here) : goesTo({ kind: 'dialled', number: dialled, by: origin.extension });
  later(turn, { kind: 'go', here, next });
}

function partyOf(turn: Turn, { call, origin }: Arrived): Party {
  if (origin.kind === 'extension')
    return { ...origin, name: lookUp(turn.plan.extensions, origin.extension)?.name ?? '' };
  const { outsideNumber } = callAt(turn, call);
  const { trunk } = origin;
  return {
    kind: 'outside',
    number: outsideNumber ?? '',
    name: readable(origin.name),
    trunk,
    ...shareOf(turn.plan, trunk),
  };
}

function noteArrival(turn: Turn, { call, origin }: Arrived): void {
  const { outsideNumber, dialled, direction } = callAt(turn, call);
  if (origin.kind === 'trunk')
    return note(turn, call, 'arrived', 'Cuộc gọi đến', { number: outsideNumber ?? '', dialled });
  const kind = direction === 'internal' ? 'nội bộ' : 'ra';
  note(turn, call, 'arrived', `Cuộc gọi ${kind} từ ${extensionName(turn.plan, origin.extension)}`, { dialled });
}

/** There is no leg any more, but there was a call, and it leaves a row. */
function turnedAway(turn: Turn, here: Here, cause: NonNullable<Arrived['refused']>, origin: Origin): void {
  const words = cause === 'limit' ? 'đã hết đường gọi' : 'tổng đài đang quá tải';
  note(turn, here.call, 'arrived', `Cuộc gọi bị từ chối: ${words}`, { cause });
  if (cause === 'limit') raiseAlarm(turn, roomlessness(origin));
  endLeg(turn, here, cause, null);
  later(turn, { kind: 'left', call: here.call, who: bySystem, cause });
}

/** Of a phone it is its own limit or its person's, of a carrier that of the company or of the whole installation. */
const roomlessness = (origin: Origin): Parameters<typeof raiseAlarm>[1] =>
  origin.kind === 'extension'
    ? {
        kind: 'limit',
        of: extensionUsageKey(origin.extension),
        words: `Điện thoại của máy nhánh ${origin.extension} đã hết đường gọi`,
      }
    : { kind: 'limit', of: company, words: 'Cuộc gọi đến bị từ chối vì đã hết đường gọi' };
