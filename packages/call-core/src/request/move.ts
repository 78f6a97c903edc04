import { whyNotRung } from '../activity/dialling.ts';
import { type Answer, done, type Refusal, refusals, refused } from '../board/answer.ts';
import type { Call, Leg } from '../board/call.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { leaveLineFor } from '../queue/queue-changes.ts';
import { changeLeg, noteHandOver } from '../turn/legs.ts';
import { amend, later, liveLegs, note, type Turn } from '../turn/turn.ts';
import { whyNotDialled } from './dialled-target.ts';
import { maySupervise } from './supervise.ts';
import { dialledBy, type Sending, sendable, sendOn } from './transfer.ts';

type Move = Extract<RequestedAction, { kind: 'move' }>;

/**
 * Leads on whoever talks with one of ours, or waits for one, as somebody asks who supervises: by the transfer that the person could
 * have asked for, and out of the line as by a key.
 */
export function move(turn: Turn, by: string | null, { call, agent, to }: Move): Answer {
  const found = read(turn.calls, call);
  if (found === undefined || found.stage !== 'open') return refusals.noCall;
  if (by === null || !(agent === null ? supervisesAll(turn, by) : maySupervise(turn.plan, by, agent))) {
    return refusals.forbidden;
  }
  const refusal = whyNotLed(turn, by, to);
  if (refusal !== null) return refusal;
  const sending = sendingOf(by, to);
  if (agent === null) return moveWaiting(turn, sending, found);
  const own = sendable(turn, call, agent, 'number' in to ? to.number : null);
  if (!('ok' in own)) return sendOn(turn, own, sending) ?? done(call);
  return own.refused === 'not-yours' ? refused('not-now', 'Người này không đàm thoại trong cuộc gọi này') : own;
}

/** Whoever waits is nobody's yet. */
const supervisesAll = ({ plan }: Turn, by: string): boolean => lookUp(plan.extensions, by)?.supervises === 'everybody';

function moveWaiting(turn: Turn, { by, leads }: Sending, call: Call): Answer {
  const leg = liveLegs(call).find(waitsForUs);
  if (leg === undefined) return refused('not-now', 'Không có ai đang chờ trong cuộc gọi này');
  // Whoever waits is better off so than with somebody whose phone cannot be rung.
  const refusal = leads.kind === 'dialled' ? whyNotTaken(turn, leads.number) : null;
  if (refusal !== null) return refusal;
  const here = { call: call.id, leg: leg.id };
  if (leg.activity.kind === 'queue-wait') {
    const { queue } = leg.activity;
    if (leads.kind === 'queue' && leads.queue === queue) return refused('not-now', 'Khách đang chờ ở hàng đợi này');
    leaveLineFor(turn, here, queue);
  }
  changeLeg(turn, here, { recall: by });
  noteHandOver(turn, here, { by, word: '', at: turn.at });
  note(turn, call.id, 'talk', `Máy nhánh ${by} chuyển người đang chờ`, {
    to: leads.kind === 'dialled' ? leads.number : leads.queue,
  });
  amend(turn, call.id, { refusal: null, hops: 0, version: turn.version });
  later(turn, { kind: 'go', here, next: goesTo(leads) });
  return done(call.id);
}

/** A caller in a line or in a parking place; neither a colleague who consults nor whom the queue has promised to call back. */
function waitsForUs({ activity, elsewhere }: Leg): boolean {
  if (elsewhere !== null) return false;
  return activity.kind === 'parked' || (activity.kind === 'queue-wait' && activity.hears !== 'farewell');
}

const sendingOf = (by: string, to: Move['to']): Sending =>
  'number' in to ? dialledBy(by, to.number) : { by, leads: { kind: 'queue', queue: to.queue }, word: '' };

function whyNotLed(turn: Turn, by: string, to: Move['to']): Refusal | null {
  if ('number' in to) return whyNotDialled(turn, by, to.number);
  return lookUp(turn.plan.queues, to.queue) === undefined
    ? refused('no-such-number', 'Hàng đợi này không còn nữa')
    : null;
}

function whyNotTaken(turn: Turn, number: string): Refusal | null {
  const internal = lookUp(turn.plan.internalNumbers, number);
  if (internal?.kind !== 'direct') return null;
  const { extension } = internal;
  const { forwards } = lookUp(turn.plan.extensions, extension) ?? {};
  const reason = forwards?.always ? null : whyNotRung(turn, extension);
  return (
    reason && refused(reason.cause === 'busy' ? 'busy' : 'not-reachable', `Máy nhánh ${extension}: ${reason.words}`)
  );
}
