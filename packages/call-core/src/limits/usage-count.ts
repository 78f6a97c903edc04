import { localTime } from '@alo/calendar';
import type { Call, Leg, Outside } from '../board/call.ts';
import { classOf, costlyClasses } from '../board/destination-class.ts';
import { type Allowance, type Usage, unused } from '../board/usage.ts';
import type { CallId } from '../board/vocabulary.ts';
import { changedKeys, read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { outsideOf } from '../turn/parties.ts';
import { nameOfTimer, startTimer } from '../turn/timers.ts';
import { amend, callAt, isLive, legOf, type Turn } from '../turn/turn.ts';
import { raiseAlarm } from './alarm.ts';
import { fraudIn } from './fraud.ts';
import { longestMs, priceOf } from './limit-reasons.ts';
import { aged, begin, holding, paid, talked } from './usage.ts';

/** Names what is counted. */
export const company = 'company';
export const extensionUsageKey = (extension: string): string => `extension ${extension}`;
export const trunkUsageKey = (trunk: string): string => `trunk ${trunk}`;
export const shareUsageKey = (share: string): string => `share ${share}`;
export const numberUsageKey = (number: string): string => `number ${number}`;

export const usageAt = (turn: Turn, key: string): Usage => read(turn.usage, key) ?? unused;

function count(turn: Turn, key: string, change: (usage: Usage) => Usage): void {
  const after = change(aged(usageAt(turn, key), turn.at));
  write(turn.usage, key, after);
}

/** The minute of the day where the company is. */
export const localMinuteOf = (turn: Turn): number => localTime(turn.at, turn.plan.timeZone).minute;

/** Counts what a turn began and ended, and winds the clock of calls to costly destinations. At its end, so that nothing is missed. */
export function settleUsage(turn: Turn): void {
  // A call's key is its id.
  for (const id of changedKeys(turn.calls) as CallId[]) {
    const [before, after] = [getFrom(turn.before.calls, id), read(turn.calls, id)];
    if (after === undefined) continue;
    countCall(turn, before, after);
    for (const leg of after.legs) countLeg(turn, after, before && legOf(before, leg.id), leg);
  }
}

function countCall(turn: Turn, before: Call | undefined, after: Call): void {
  const [was, is] = [before?.stage === 'open', after.stage === 'open'];
  if (before === undefined) {
    const caller = legOf(after, after.caller)?.party;
    const whose = caller?.kind === 'extension' ? [extensionUsageKey(caller.extension)] : [];
    for (const key of [company, ...whose]) {
      count(turn, key, (usage) => begin(usage, turn.at));
    }
  }
  if (was !== is) count(turn, company, (usage) => oneMoreOrLess(usage, is));
  countNumber(turn, was && before !== undefined ? before.serviceNumber : null, is ? after.serviceNumber : null);
}

/** Of our own numbers only those are counted that have a limit. */
function countNumber(turn: Turn, before: string | null, after: string | null): void {
  if (before === after) return;
  for (const [number, more] of [
    [before, false],
    [after, true],
  ] as const) {
    if (number === null || lookUp(turn.plan.numbers, number)?.calls === undefined) continue;
    count(turn, numberUsageKey(number), (usage) => oneMoreOrLess(usage, more));
  }
}

/** At once. What was under way before anything was counted, in an older version, ends without having begun. */
function oneMoreOrLess(usage: Usage, more: boolean): Usage {
  return { ...usage, now: Math.max(0, usage.now + (more ? 1 : -1)) };
}

function countLeg(turn: Turn, call: Call, before: Leg | undefined, leg: Leg): void {
  const outside = outsideOf(leg.party);
  if (outside === undefined || leg === before) return;
  const [was, is] = [before !== undefined && isLive(before), isLive(leg)];
  for (const key of channelsOf(outside)) {
    if (before === undefined) count(turn, key, (usage) => begin(usage, turn.at));
    if (was !== is) count(turn, key, (usage) => oneMoreOrLess(usage, is));
  }
  if (leg.side === 'dialled') countTalk(turn, call, before, leg, outside.number);
}

/** Of what a leg takes a channel. */
const channelsOf = ({ trunk, share }: Outside): readonly string[] => [
  trunkUsageKey(trunk),
  ...(share === undefined ? [] : [shareUsageKey(share)]),
];

/** The usage of a trunk or a share with what this turn has begun so far: many may be rung at once, each over a channel of its own. */
export function channelsAt(turn: Turn, key: string, besides?: CallId): Usage {
  const usage = usageAt(turn, key);
  let begun = 0;
  for (const id of changedKeys(turn.calls) as CallId[]) {
    if (id === besides) continue;
    const before = getFrom(turn.before.calls, id);
    for (const leg of read(turn.calls, id)?.legs ?? []) {
      const outside = outsideOf(leg.party);
      if (outside === undefined || !channelsOf(outside).includes(key)) continue;
      const was = before && legOf(before, leg.id);
      begun += Number(isLive(leg)) - Number(was !== undefined && isLive(was));
    }
  }
  return { ...usage, now: Math.max(0, usage.now + begun) };
}

/** So long a call talks before it asks for more of what the company may use: what it holds until then nobody else can use. */
const allowanceMs = 300_000;

function countTalk(turn: Turn, call: Call, before: Leg | undefined, leg: Leg, number: string): void {
  if (leg.answeredAt === null) return;
  if ((before?.answeredAt ?? null) === null && isLive(leg)) allow(turn, call.id, leg, number);
  const over = !isLive(leg) && (before === undefined || isLive(before));
  if (!over) return;
  countUntilNow(turn, call, leg, number);
  if (heldBy(turn, leg) !== undefined) count(turn, company, (usage) => holding(usage, leg.id, null));
}

const heldBy = (turn: Turn, { id }: Leg): Allowance | undefined =>
  usageAt(turn, company).held?.find(({ leg }) => leg === id);

/** Lets a leg talk for a while, where that is limited at all. Whether there was anything left. */
function allow(turn: Turn, id: CallId, leg: Leg, number: string): boolean {
  const { limits } = turn.plan;
  const to = classOf(number, limits.homeArea);
  const lastedMs = turn.at - (leg.answeredAt ?? turn.at);
  const left = longestMs(limits, to, holding(usageAt(turn, company), leg.id, null), turn.at, lastedMs);
  if (left === null) return true;
  const ms = Math.min(left, allowanceMs);
  const held: Allowance = {
    leg: leg.id,
    since: turn.at,
    costlyMs: costlyClasses.has(to) ? ms : 0,
    dong: (priceOf(limits, to) * ms) / 60_000,
  };
  count(turn, company, (usage) => holding(usage, leg.id, held));
  const others = callAt(turn, id).timers.filter((timer) => nameOfTimer(timer) !== 'allowance');
  if (ms === 0 && lastedMs > 0) return false;
  amend(turn, id, { timers: [...others, startTimer(turn, { kind: 'call', call: id }, 'allowance', ms)] });
  return true;
}

/** What a call was allowed is used up: it goes on with more, or there is no more. */
export function allowMore(turn: Turn, id: CallId): boolean {
  const call = callAt(turn, id);
  return call.legs.every((leg) => {
    const { side, answeredAt } = leg;
    const outside = outsideOf(leg.party);
    if (outside === undefined || side !== 'dialled' || answeredAt === null || !isLive(leg)) return true;
    countUntilNow(turn, call, leg, outside.number);
    return allow(turn, id, leg, outside.number);
  });
}

/** Counts what a leg has talked since it was counted last. */
function countUntilNow(turn: Turn, call: Call, leg: Leg, number: string): void {
  const { limits } = turn.plan;
  const to = classOf(number, limits.homeArea);
  const price = priceOf(limits, to);
  const ms = Math.max(0, turn.at - (heldBy(turn, leg)?.since ?? leg.answeredAt ?? turn.at));
  if (price > 0) count(turn, company, (usage) => paid(usage, turn.at, (price * ms) / 60_000));
  if (!costlyClasses.has(to)) return;
  const by = byWhom(call);
  for (const key of [company, ...(by === null ? [] : [extensionUsageKey(by)])]) {
    count(turn, key, (usage) => talked(usage, turn.at, ms));
  }
  if (by !== null) lookForFraud(turn, by);
}

/** The extension in whose name the outside was called. */
function byWhom({ legs }: Call): string | null {
  const party = legs.find((leg) => leg.party.kind === 'extension')?.party;
  return party?.kind === 'extension' ? party.extension : null;
}

/** Counts a try of a number outside, answered or not. */
export function countAttempt(turn: Turn, by: string | null, number: string): void {
  if (by === null) return;
  const costly = costlyClasses.has(classOf(number, turn.plan.limits.homeArea));
  count(turn, extensionUsageKey(by), (usage) => ({
    ...usage,
    attempts: [...usage.attempts, { at: turn.at, number, costly }],
  }));
  lookForFraud(turn, by);
}

function lookForFraud(turn: Turn, extension: string): void {
  const { alarm } = turn.plan.limits;
  const key = extensionUsageKey(extension);
  const usage = usageAt(turn, key);
  const words = fraudIn(alarm, usage, turn.at, localMinuteOf(turn));
  if (words === null) return;
  raiseAlarm(turn, { kind: 'fraud', of: key, words: `Máy nhánh ${extension} ${words}` });
  if (alarm.stopMinutes === 0) return;
  count(turn, key, (one) => ({ ...one, stoppedUntil: turn.at + alarm.stopMinutes * 60_000 }));
}
