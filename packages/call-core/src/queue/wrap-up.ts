import { type Answer, done, refusals, refused } from '../board/answer.ts';
import type { Call } from '../board/call.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { CallId, Through, TimerId } from '../board/vocabulary.ts';
import { longestWrapUpMs, owesOutcome, type WrapUpRule, type WriteUp } from '../board/wrap-up.ts';
import { lookUp } from '../lib/look-up.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { startTimer, stopTimers } from '../turn/timers.ts';
import { amendPerson, callAt, isLive, legOf, personAt, type Turn } from '../turn/turn.ts';
import { finishServing, queuesOf } from './members.ts';

/**
 * Notes whose conversations with customers are to be written up: of everybody of ours who has come to talk in this call, and of
 * whoever placed it, once it rings outside. Listening in and being consulted are nobody's conversation with the customer.
 */
export function noteWriteUps(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  if (call.direction === 'internal') return;
  const known = getFrom(turn.before.calls, id)?.segments.length ?? 0;
  for (const { extension, how, through } of call.segments.slice(known)) {
    if (how !== 'supervision' && how !== 'consultation') toWriteUp(turn, extension, call, through);
  }
  const caller = legOf(call, call.caller);
  if (call.direction !== 'outbound' || caller?.party.kind !== 'extension' || !isLive(caller)) return;
  const rings = call.legs.some(
    ({ party, ringingAt, answeredAt }) => party.kind === 'outside' && (ringingAt ?? answeredAt) !== null,
  );
  if (rings) toWriteUp(turn, caller.party.extension, call, null);
}

/** Somebody took a call of a queue, whoever is heard in it first. */
export function toWriteUp(
  turn: Turn,
  extension: string,
  { id, direction }: Pick<Call, 'id' | 'direction'>,
  through: Through | null,
): void {
  const { writesUp = [] } = personAt(turn, extension);
  if (writesUp.some(({ call }) => call === id)) return;
  const rule = ruleOf(turn.plan, direction, through);
  if (rule.mode === 'off' || (rule.mode === 'optional' && rule.seconds === 0)) return;
  const mayKeep = lookUp(turn.plan.extensions, extension)?.keepsOutcomes !== false;
  const mode = rule.mode === 'required' && mayKeep ? 'required' : 'optional';
  const added: WriteUp = { call: id, mode, seconds: rule.seconds, begun: false };
  amendPerson(turn, extension, { writesUp: [...writesUp.slice(1 - writesUpAtMost), added] });
}

/** Whoever makes one call after the other without a word about any is not kept for ever. */
const writesUpAtMost = 20;

function ruleOf(plan: RoutingPlan, direction: Call['direction'], through: Through | null): WrapUpRule {
  const own =
    through?.kind === 'queue'
      ? ruleOfQueue(lookUp(plan.queues, through.key))
      : through?.kind === 'group'
        ? lookUp(plan.groups, through.key)?.wrapUp
        : undefined;
  return own ?? (direction === 'internal' ? undefined : plan.wrapUp?.[direction]) ?? { mode: 'off', seconds: 0 };
}

function ruleOfQueue(queue: QueuePlan | undefined): WrapUpRule | undefined {
  if (queue === undefined || queue.wrapUp !== undefined) return queue?.wrapUp;
  return queue.wrapUpSeconds > 0 ? { mode: 'optional', seconds: queue.wrapUpSeconds } : undefined;
}

/** Whoever has hung up has what was talked to write up first; what is written up already, or needs it not, is finished. */
export function beginWrapUp(turn: Turn, extension: string): void {
  const { legs, writesUp = [], wrapUpUntil } = personAt(turn, extension);
  if (legs.length > 0) return;
  const over = writesUp.filter(({ begun }) => !begun);
  if (over.length > 0) {
    amendPerson(turn, extension, { writesUp: writesUp.map((one) => ({ ...one, begun: true })) });
    const ms = Math.max(...over.map(({ seconds }) => seconds)) * 1000;
    return runUntil(turn, extension, Math.max(wrapUpUntil ?? 0, turn.at + ms));
  }
  if (wrapUpUntil === null) for (const queue of queuesOf(turn, extension)) finishServing(turn, queue, extension);
}

/** The only start of the clock: what is left of an earlier one is part of it. */
function runUntil(turn: Turn, extension: string, until: number): void {
  const { timers } = personAt(turn, extension);
  stopTimers(turn, { kind: 'person', extension }, timers);
  const ms = until - turn.at;
  const running: readonly TimerId[] = ms > 0 ? [startTimer(turn, { kind: 'person', extension }, 'wrap-up', ms)] : [];
  amendPerson(turn, extension, { wrapUpUntil: until, timers: running });
  turn.standings.add(extension);
}

/** The time is over: whoever owes what came of a conversation goes on all the same. */
export function wrapUpElapsed(turn: Turn, extension: string): void {
  const { writesUp } = personAt(turn, extension);
  if (!owesOutcome(writesUp)) return endWrapUp(turn, extension);
  amendPerson(turn, extension, { timers: [] });
  turn.standings.add(extension);
}

/** What was talked is written up, or needs it no more. What is talked at the moment still does. */
export function endWrapUp(turn: Turn, extension: string): void {
  const { wrapUpUntil, timers, writesUp = [] } = personAt(turn, extension);
  if (wrapUpUntil === null) return;
  stopTimers(turn, { kind: 'person', extension }, timers);
  amendPerson(turn, extension, {
    wrapUpUntil: null,
    timers: [],
    idleSince: turn.at,
    writesUp: writesUp.filter(({ begun }) => !begun),
  });
  turn.standings.add(extension);
  for (const queue of queuesOf(turn, extension)) finishServing(turn, queue, extension);
}

/** Somebody asks for more time. */
export function lengthenWrapUp(turn: Turn, by: string | null, extension: string, seconds: number): Answer {
  if (by !== null && by !== extension) return refusals.forbidden;
  const { wrapUpUntil } = personAt(turn, extension);
  if (wrapUpUntil === null) return refused('not-now', 'Bạn không còn trong thời gian xử lý sau cuộc gọi');
  const until = Math.max(wrapUpUntil, turn.at) + seconds * 1000;
  runUntil(turn, extension, Math.min(until, turn.at + longestWrapUpMs));
  return done(null);
}

/** What came of a conversation is kept: the product says so, nobody else. It ends the wrap-up unless another one is owed. */
export function writtenUp(turn: Turn, by: string | null, extension: string, id: CallId): Answer {
  if (by !== null) return refusals.forbidden;
  const { writesUp = [], wrapUpUntil } = personAt(turn, extension);
  const known = writesUp.find(({ call }) => call === id);
  if (known === undefined) return done(null);
  // What is said while one talks is owed no more, and the time behind the call is still one's own.
  const left = writesUp.flatMap((one): WriteUp[] =>
    one.call !== id ? [one] : one.begun ? [] : [{ ...one, mode: 'optional' }],
  );
  amendPerson(turn, extension, { writesUp: left });
  if (known.begun && wrapUpUntil !== null && !owesOutcome(left)) endWrapUp(turn, extension);
  return done(null);
}
