import type { AutomationAction } from '@alo/contract';

import { clockIn } from '../../domain/company-clock.ts';
import { beginRun, type Decision, goOn, type Occurrence, type Rule, sendAt } from './decide.ts';

/** What is known beside of what happened, of a time that is over. */
export interface Known {
  readonly timeZone: string;
  /** When somebody first talked with whom it is about, behind it. */
  readonly reachedAt: (happening: Occurrence) => number | null;
  /** What is in the way of a message at a moment, where it is known when the recipient had advertising last. */
  readonly refusal: (message: PlannedAction, advertised: ReadonlyMap<string, number>) => string | null;
  /** Whom a message would go to, and whether it is advertising. */
  readonly recipient: (happening: Occurrence, action: AutomationAction) => { to: string; advertises: boolean };
}

export interface PlannedAction {
  readonly happening: Occurrence;
  readonly action: AutomationAction;
  readonly at: number;
}

/** One thing that happened, and what would have come of it. */
export interface RehearsedRun {
  readonly happening: Occurrence;
  readonly ran: boolean;
  readonly why: string;
  readonly messages: number;
  readonly refused: readonly string[];
}

/**
 * All that happened in some time through an automation, in the order of time: what waits has its turn between what happened later. The decisions
 * are those of `decide.ts`, as they are live; what is different is only who answers what was known.
 */
export function runsOver(rule: Rule, happenings: readonly Occurrence[], known: Known): RehearsedRun[] {
  const { timeZone } = known;
  const outcomes: RehearsedRun[] = [];
  const advertised = new Map<string, number>();
  /** What has run, or waits: it counts for the day and for the customer. */
  const counted = new Map<string, Occurrence>();
  let waiting: { readonly until: number; readonly happening: Occurrence }[] = [];

  const close = (happening: Occurrence, decision: Exclude<Decision, { kind: 'wait' }>, at: number) => {
    if (decision.kind === 'not') {
      counted.delete(happening.key);
      outcomes.push({ happening, ran: false, why: decision.why, messages: 0, refused: [] });
      return;
    }
    const sent = rule.actions.filter(({ kind }) => kind === 'message').map((action) => send(happening, action, at));
    outcomes.push({
      happening,
      ran: true,
      why: '',
      messages: sent.filter((refused) => refused === null).length,
      refused: sent.filter((refused) => refused !== null),
    });
  };
  const send = (happening: Occurrence, action: AutomationAction, now: number): string | null => {
    const at = sendAt(rule, now, timeZone);
    const refused = known.refusal({ happening, action, at }, advertised);
    const { to, advertises } = known.recipient(happening, action);
    if (refused === null && advertises) advertised.set(to, at);
    return refused;
  };
  const wake = (now: number) => {
    const due = waiting.filter(({ until }) => until <= now).toSorted((a, b) => a.until - b.until);
    waiting = waiting.filter(({ until }) => until > now);
    for (const { happening, until } of due) {
      const decision = goOn(rule, happening, { reachedAt: known.reachedAt(happening), timeZone });
      if (decision.kind !== 'wait') close(happening, decision, until);
    }
  };

  for (const happening of happenings.toSorted((a, b) => a.at - b.at)) {
    wake(happening.at);
    const decision = beginRun(rule, happening, {
      past: pastOf(happening, counted, timeZone),
      now: happening.at,
      timeZone,
    });
    if (decision.kind !== 'not') counted.set(happening.key, happening);
    if (decision.kind === 'wait') waiting.push({ until: decision.until, happening });
    else close(happening, decision, happening.at);
  }
  wake(Number.POSITIVE_INFINITY);
  return outcomes;
}

function pastOf({ at, party }: Occurrence, counted: ReadonlyMap<string, Occurrence>, timeZone: string) {
  const { date } = clockIn(at, timeZone);
  let [today, last]: [number, number | null] = [0, null];
  for (const one of counted.values()) {
    if (clockIn(one.at, timeZone).date === date) today += 1;
    if (one.party === party && party !== '') last = Math.max(last ?? 0, one.at);
  }
  return { today, last };
}
