import { dispositionOutcomes, type keepDisposition, type RequestOf } from '@alo/contract';

import type { KeptInput } from '../drafts/use-kept-input.ts';
import { momentOf, type NextCall, nextCalls } from './next-call.ts';

type Outcome = keyof typeof dispositionOutcomes;

/** What somebody has chosen of how a call came out, and has not kept. */
export interface WrapUpInput {
  readonly outcome: Outcome | null;
  readonly next: NextCall | null;
  readonly day: string | null;
  readonly time: string;
  /** Null leaves the customer's status as it is. */
  readonly status: string | null;
}

const blank: WrapUpInput = { outcome: null, next: null, day: null, time: '', status: null };

export const wrapUps: KeptInput<WrapUpInput> = {
  blank,
  together: (kept, typed) => ({
    ...{ outcome: typed.outcome ?? kept.outcome, status: typed.status ?? kept.status },
    // Day and time belong to the choice that they were made with.
    ...(typed.next === null ? { next: kept.next, day: kept.day, time: kept.time } : typedMoment(typed)),
  }),
  isFilled: ({ outcome, next, status }) => outcome !== null || next !== null || status !== null,
  read(value) {
    if (typeof value !== 'object' || value === null) return undefined;
    const text = (name: keyof WrapUpInput) => {
      const found: unknown = Reflect.get(value, name);
      return typeof found === 'string' ? found : null;
    };
    return {
      ...{ outcome: outcomeOf(text('outcome') ?? ''), next: nextOf(text('next') ?? ''), day: text('day') },
      ...{ time: text('time') ?? '', status: text('status') },
    };
  },
};

/**
 * What is kept of a call. A status that nobody chose here is left out: who has changed it since it was read has changed it for good.
 */
export const keptOf = (
  { next, day, time, status }: WrapUpInput,
  { outcome, note, now }: { readonly outcome: Outcome; readonly note: string; readonly now: number },
): RequestOf<typeof keepDisposition>['body'] => ({
  ...{ outcome, note, next_call_at: momentOf(next, { now, day, time }) },
  ...(status !== null && { status }),
});

const typedMoment = ({ next, day, time }: WrapUpInput) => ({ next, day, time });

export const outcomeOf = (chosen: string): Outcome | null =>
  Object.hasOwn(dispositionOutcomes, chosen) ? (chosen as Outcome) : null;
export const nextOf = (chosen: string): NextCall | null =>
  Object.hasOwn(nextCalls, chosen) ? (chosen as NextCall) : null;
