import { isAsleep, isVoiceless } from '../board/person.ts';
import { type CurrentStatus, isSpent, type PassedStatus } from '../board/status-span.ts';
import type { Here, Instant } from '../board/vocabulary.ts';
import { changedKeys, read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { memberAt, queuesOf } from '../queue/members.ts';
import { isEngaged, legOf, personAt, type Turn } from '../turn/turn.ts';

/** An engine whose link broke tells of a call that began so long ago, with a reserve. */
const longestLateMs = 60_000;
/** Of one person's time: who does more in a minute is no person. */
const mostPassed = 20;

/** Ends what somebody's time went to and begins what it goes to now, wherever this turn may have made it something else. */
export function settleStatuses(turn: Turn): void {
  const some = [...changedKeys(turn.people), ...turn.standings, ...changedKeys(turn.memberships), ...turn.restless];
  for (const extension of new Set(some)) settleStatus(turn, extension);
}

/** The plan was saved: it says who does not want to be disturbed. */
export function syncStatuses(turn: Turn): void {
  if (turn.plan.extensions === turn.before.plan.extensions) return;
  for (const { extension } of valuesOf(turn.before.people)) turn.restless.add(extension);
}

function settleStatus(turn: Turn, extension: string): void {
  const before = read(turn.spans, extension);
  const now = statusOf(turn, extension);
  if ((before?.status ?? 'off') === now.status && (before?.reason ?? null) === now.reason) {
    if (before?.status === 'on-a-call' && hasLeftOne(turn, extension))
      write(turn.spans, extension, { ...before, leftAt: Math.max(turn.at, before.leftAt ?? 0) });
    return;
  }
  // Clocks may be set back, and what was missed is told later: nothing ends before it begins, and no two are at once. Nor does
  // it end before they left another call, or a talk in this one.
  const stayed = before?.status === 'on-a-call' ? lastStayEnded(turn, extension) : 0;
  const at = Math.max(turn.at, before?.from ?? 0, before?.leftAt ?? 0, stayed);
  if (before !== undefined && isSpent(before)) {
    const { status, reason, from } = before;
    turn.endedSpans.push({ extension, status, reason, from, to: at });
  }
  const told = passedAt(turn, before, at);
  // What they chose meanwhile began when they were in the call that is told of only now.
  const passed = now.status === 'on-a-call' && turn.at < at ? givenToCall(turn, extension, told) : told;
  write(turn.spans, extension, { extension, ...now, from: at, to: null, ...(passed.length === 0 ? {} : { passed }) });
}

/** What may still turn out to have been a call when this one begins at `at`. */
function passedAt(turn: Turn, before: CurrentStatus | undefined, at: number): PassedStatus[] {
  if (before === undefined) return [];
  const { status, reason, from, passed = [] } = before;
  return [...passed, { status, reason, from, to: at }]
    .filter(({ to }) => to > turn.at - longestLateMs)
    .slice(-mostPassed);
}

/** All of it since the turn's moment went to a call: what had ended is told again, shorter, and each rest as a call. */
function givenToCall(turn: Turn, extension: string, passed: readonly PassedStatus[]): PassedStatus[] {
  return passed.flatMap((stretch) => {
    const { status, from, to } = stretch;
    const since = Math.max(from, turn.at);
    if (status === 'on-a-call' || to <= since) return [stretch];
    const rest = { status: 'on-a-call', reason: null, from: since, to } as const;
    const shorter = from < since ? [{ ...stretch, to: since }] : [];
    for (const told of [...shorter, rest])
      if (told.status !== 'off') turn.endedSpans.push({ ...told, extension, status: told.status });
    return [...shorter, rest];
  });
}

/** A call goes first, then that nobody can be reached, and what they chose themselves goes before what comes by itself. */
function statusOf(turn: Turn, extension: string): Pick<CurrentStatus, 'status' | 'reason'> {
  const person = personAt(turn, extension);
  const { legs, contacts, activity, reason, wrapUpUntil } = person;
  if (legs.some((here) => isIn(turn, here))) return { status: 'on-a-call', reason: null };
  if (activity === 3 || contacts.length === 0 || isVoiceless(person)) return { status: 'off', reason: null };
  if (activity === 2) return { status: 'on-a-break', reason: said(reason) };
  if (wrapUpUntil !== null) return { status: 'wrapping-up', reason: null };
  const pauses = queuesOf(turn, extension).flatMap((queue) => {
    const member = memberAt(turn, queue, extension);
    return member?.joined === true ? [member.pause] : [];
  });
  if (pauses.some((pause) => pause?.byItself === true)) return { status: 'auto-paused', reason: null };
  const [first = null] = pauses;
  if (first !== null && !pauses.includes(null)) return { status: 'paused', reason: said(first.reason) };
  if (lookUp(turn.plan.extensions, extension)?.doNotDisturb === true) return { status: 'do-not-disturb', reason: null };
  return { status: isAsleep(person) ? 'asleep' : 'ready', reason: null };
}

function isIn(turn: Turn, here: Here): boolean {
  const call = read(turn.calls, here.call);
  const leg = call === undefined ? undefined : legOf(call, here.leg);
  return leg !== undefined && isEngaged(leg);
}

/** They are in fewer calls than before. */
function hasLeftOne(turn: Turn, extension: string): boolean {
  const { people, calls } = turn.before;
  const now = personAt(turn, extension).legs.filter((here) => isIn(turn, here));
  return (getFrom(people, extension)?.legs ?? []).some((here) => {
    const call = getFrom(calls, here.call);
    const leg = call === undefined ? undefined : legOf(call, here.leg);
    return leg !== undefined && isEngaged(leg) && now.every((other) => other.leg !== leg.id);
  });
}

/** When the last of their stays in the calls that they were in came to its end. */
function lastStayEnded(turn: Turn, extension: string): Instant {
  const legs = getFrom(turn.before.people, extension)?.legs ?? [];
  const stays = legs.flatMap(({ call }) => read(turn.calls, call)?.segments ?? []);
  return Math.max(0, ...stays.map((stay) => (stay.extension === extension ? (stay.to ?? 0) : 0)));
}

const said = (reason: string | null) => (reason === '' ? null : reason);
