import { matchTimeGroup, matchUntil, type TimeGroup } from '@alo/calendar';
import { type Destination, type InboundRule, lookUp, nobodyBlocked, type RoutingPlan } from '@alo/call-core';
import type { hotlinesNow, ResultOf } from '@alo/contract';

import { whereaboutsBy } from '../../domain/whereabouts.ts';

type Now = ResultOf<typeof hotlinesNow>['data'][number];
type Hours = Omit<NonNullable<Now['hours']>, 'until'> & { readonly until: Date | null };

/** More time conditions one after the other than anybody makes: they lead in a circle. */
const mostConditions = 50;

/**
 * Where the calls of numbers go at a moment. The caller is one of whom nothing is known: they withhold their number, and are let in all
 * the same.
 */
export function hotlinesAt(plan: RoutingPlan, at: number) {
  const whereabouts = whereaboutsBy({ ...plan, blockedCallers: nobodyBlocked }, {}, at);
  return (number: string): Omit<Now, 'id' | 'hours'> & { readonly hours: Hours | null } => {
    if (lookUp(plan.numbers, number) === undefined) return { rule: '', place: 'Đang tắt', way: '', hours: null };
    const { rule, hours } = ruleAt(plan, number, at);
    if (rule === undefined && !plan.fallbacks?.length) return { rule: '', place: 'Chưa có quy tắc', way: '', hours };
    const { place, words } = whereabouts({
      from: { kind: 'outside', number: '' },
      at,
      dialled: number,
      outside: 'answers',
      keys: [],
    });
    return { rule: rule?.name ?? '', place, way: words, hours };
  };
}

/** The rule that leads an unknown caller, and the hours that were asked last on the way. */
function ruleAt(plan: RoutingPlan, number: string, at: number) {
  let hours: Hours | null = null;
  const ask = (group: TimeGroup, override: boolean | null = null, overrideUntil?: number): boolean => {
    const { until } = matchUntil(group, at, plan.timeZone);
    const byClock = matchTimeGroup(group, at, plan.timeZone).slot !== null;
    const ends = override === null ? until : (overrideUntil ?? null);
    const inside = override ?? byClock;
    hours = { name: group.name, inside, by_hand: override !== null, until: ends === null ? null : new Date(ends) };
    return inside;
  };
  const rule = plan.inboundRules.find(
    (one) =>
      (one.number === null || one.number === number) &&
      one.callerPattern === null &&
      (one.timeGroup === null || ask(one.timeGroup)),
  );
  if (rule !== undefined) followHours(plan, rule, at, ask);
  return { rule, hours: hours as Hours | null };
}

function followHours(
  plan: RoutingPlan,
  { destination, timeGroup }: InboundRule,
  at: number,
  ask: (group: TimeGroup, override?: boolean | null, overrideUntil?: number) => boolean,
): void {
  // As the front door does: a rule that has hours of its own knows better.
  const closing = timeGroup === null && destination.kind !== 'hang-up' ? (plan.frontDoor?.hours ?? null) : null;
  if (closing !== null && !ask(closing)) return;
  let to: Destination = destination;
  for (let steps = 0; to.kind === 'time' && steps < mostConditions; steps += 1) {
    const condition = lookUp(plan.timeConditions, to.condition);
    if (condition === undefined) return;
    const { group, override, overrideUntil } = condition;
    const isSet = override !== null && (overrideUntil === undefined || at < overrideUntil);
    to = ask(group, isSet ? override === 'match' : null, overrideUntil) ? condition.match : condition.otherwise;
  }
}
