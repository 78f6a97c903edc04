import { patternStart } from '@alo/phone-number';
import type { InboundRule, OutboundRule } from '../board/plan.ts';

/** The rules that a call has to be held against, in their order, and how many could not fit it. */
export type Candidates<Rule> = { readonly rules: readonly Rule[]; readonly passedOver: number };

/** Rules by what they are for, so that a call costs the same however many there are. */
type RuleIndex<Rule> = {
  /** By number of ours (the one name where rules know none), those of one in their order. */
  readonly byNumber: ReadonlyMap<string, readonly Placed<Rule>[]>;
  /** By number and by what fitting numbers of the other side begin with. */
  readonly byStart: ReadonlyMap<string, readonly Placed<Rule>[]>;
};
type Placed<Rule> = { readonly place: number; readonly rule: Rule };
type Kind<Rule> = { readonly number: (rule: Rule) => string; readonly pattern: (rule: Rule) => string };

/** So many rules are traced one by one, also those that could not match: a company with few rules wants to read of each. */
const mostShown = 50;
const any = '*';

/** Inbound rules for a number of ours and a caller (national form). */
export const inboundCandidates = candidatesBy<InboundRule>({
  number: ({ number }) => number ?? any,
  pattern: ({ callerPattern }) => callerPattern ?? any,
});

const outbound = candidatesBy<OutboundRule>({ number: () => any, pattern: ({ pattern }) => pattern });

/** Outbound rules for a dialled number (national form). */
export const outboundCandidates = (rules: readonly OutboundRule[], national: string): Candidates<OutboundRule> =>
  outbound(rules, any, national);

function candidatesBy<Rule extends object>(kind: Kind<Rule>) {
  /** Rules never change: those of a plan are looked through once, for all calls that it leads. */
  const known = new WeakMap<readonly Rule[], RuleIndex<Rule>>();
  const starts = new WeakMap<Rule, string>();

  function indexOf(rules: readonly Rule[]): RuleIndex<Rule> {
    const index = known.get(rules) ?? indexed(rules);
    known.set(rules, index);
    return index;
  }

  function indexed(rules: readonly Rule[]): RuleIndex<Rule> {
    const byNumber = new Map<string, Placed<Rule>[]>();
    const byStart = new Map<string, Placed<Rule>[]>();
    for (const [place, rule] of rules.entries()) {
      const placed = { place, rule };
      const number = kind.number(rule);
      const start = starts.get(rule) ?? patternStart(kind.pattern(rule));
      starts.set(rule, start);
      for (const [map, key] of [[byNumber, number] as const, [byStart, `${number} ${start}`] as const]) {
        const others = map.get(key);
        if (others === undefined) map.set(key, [placed]);
        else others.push(placed);
      }
    }
    return { byNumber, byStart };
  }

  return (rules: readonly Rule[], number: string, other: string): Candidates<Rule> => {
    const { byNumber, byStart } = indexOf(rules);
    const numbers = number === any ? [any] : [number, any];
    const ofNumbers = numbers.map((one) => byNumber.get(one) ?? []);
    const count = ofNumbers.reduce((sum, ofOne) => sum + ofOne.length, 0);
    if (count <= mostShown) return { rules: inOrder(ofNumbers.flat()), passedOver: 0 };
    const fitting = numbers.flatMap((one) =>
      Array.from({ length: other.length + 1 }, (_, length) => byStart.get(`${one} ${other.slice(0, length)}`) ?? []),
    );
    const found = inOrder(fitting.flat());
    return { rules: found, passedOver: count - found.length };
  };
}

function inOrder<Rule>(placed: readonly Placed<Rule>[]): readonly Rule[] {
  return placed.toSorted((one, other) => one.place - other.place).map(({ rule }) => rule);
}
