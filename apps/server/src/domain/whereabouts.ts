import { type Rehearsal, type RehearsalResult, type RoutingPlan, rehearser } from '@alo/call-core';
import { callStatuses } from '@alo/contract';

/** Where a call goes: the same way has the same key, whatever its parts are called. */
export interface Whereabouts {
  readonly key: string;
  /** The way in words. */
  readonly words: string;
  /** Where it ends, of all of it. */
  readonly place: string;
}

type Tried = Omit<Rehearsal, 'people'>;

/**
 * Tells where calls go by a plan, by what leads real ones. Which rule it was, and who of several picks up first, is no part of it:
 * a queue is the same place whoever answers there.
 */
export function whereaboutsBy(
  plan: RoutingPlan,
  people: Rehearsal['people'],
  since: number,
): (tried: Tried) => Whereabouts {
  const names = new Map<string, string>();
  const rehearse = rehearser(namedByKeys(plan, names), people, since);
  const inWords = (text: string) => text.replaceAll(/⟦([^⟧]*)⟧/g, (_, key: string) => names.get(key) ?? key);
  return (tried) => {
    const { way, end } = wayOf(rehearse(tried));
    const steps = [...way, ...(end === '' ? [] : [end])];
    return {
      key: steps.join('\n'),
      words: inWords(steps.join(' → ')),
      place: inWords(steps.at(-1) ?? 'Không đi đâu'),
    };
  };
}

function wayOf({ ends, call }: RehearsalResult): { way: string[]; end: string } {
  const way = call.trace.flatMap(({ kind, text }) => (kind === 'destination' ? [text] : []));
  const status = call.outcome?.status;
  return { way, end: ends !== 'over' ? '' : status === undefined ? 'Kết thúc' : callStatuses[status] };
}

/** The plan with all of its parts called by their keys; what they are called goes into `names`. */
function namedByKeys(plan: RoutingPlan, names: Map<string, string>): RoutingPlan {
  const named = <Part extends { readonly name: string }>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(
      Object.entries(parts).map(([key, part]) => {
        names.set(key, part.name);
        return [key, { ...part, name: `⟦${key}⟧` }];
      }),
    );
  return {
    ...plan,
    extensions: named(plan.extensions),
    groups: named(plan.groups),
    queues: named(plan.queues),
    menus: named(plan.menus),
    lastCallRules: named(plan.lastCallRules),
    announcements: named(plan.announcements),
    timeConditions: named(plan.timeConditions),
    customerConditions: named(plan.customerConditions),
    codeQuestions: named(plan.codeQuestions),
    voicemailBoxes: named(plan.voicemailBoxes),
  };
}
