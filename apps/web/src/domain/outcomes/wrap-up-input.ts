import type { keepDisposition, RequestOf } from '@alo/contract';

import type { KeptInput } from '../../kit/drafts/use-kept-input.ts';
import { momentOf, type NextCall, nextCalls } from './next-call.ts';
import type { CallOutcome } from './use-outcomes.ts';

/** What somebody has chosen of how a call came out, and has not kept. */
export interface WrapUpInput {
  /** By its word; one that the company chooses no more is taken for none. */
  readonly outcome: string | null;
  readonly next: NextCall | null;
  readonly day: string | null;
  readonly time: string;
  /** Null leaves the customer's status as it is. */
  readonly status: string | null;
  /** When it was sent as it is here, with which words, and nobody answered: the server may have it. */
  readonly sent: { readonly at: number; readonly note: string } | null;
}

const blank: WrapUpInput = { outcome: null, next: null, day: null, time: '', status: null, sent: null };

export const wrapUps: KeptInput<WrapUpInput> = {
  blank,
  together: (kept, typed) => ({
    outcome: typed.outcome ?? kept.outcome,
    status: typed.status ?? kept.status,
    // Day and time belong to the choice that they were made with.
    ...(typed.next === null ? { next: kept.next, day: kept.day, time: kept.time } : typedMoment(typed)),
    sent: wrapUps.isFilled(typed) ? null : kept.sent,
  }),
  isFilled: ({ outcome, next, status }) => outcome !== null || next !== null || status !== null,
  read(value) {
    if (typeof value !== 'object' || value === null) return undefined;
    const text = (name: keyof WrapUpInput) => {
      const found: unknown = Reflect.get(value, name);
      return typeof found === 'string' ? found : null;
    };
    return {
      outcome: text('outcome'),
      next: nextOf(text('next') ?? ''),
      day: text('day'),
      time: text('time') ?? '',
      status: text('status'),
      sent: sentIn(Reflect.get(value, 'sent')),
    };
  },
};

/** When this was sent: what is sent again as it was is what it was then, and anything else is sent now. */
export const sentAt = ({ sent }: WrapUpInput, note: string, now: number): number =>
  sent?.note === note ? sent.at : now;

/**
 * What is kept of a call. A status that nobody chose here is left out: who has changed it since it was read has changed it for good.
 */
export const keptOf = (
  { next, day, time, status }: WrapUpInput,
  { outcome, note, now }: { readonly outcome: string; readonly note: string; readonly now: number },
): RequestOf<typeof keepDisposition>['body'] => ({
  outcome,
  note,
  next_call_at: momentOf(next, { now, day, time }),
  ...(status !== null && { status }),
});

const typedMoment = ({ next, day, time }: WrapUpInput) => ({ next, day, time });

function sentIn(value: unknown): WrapUpInput['sent'] {
  if (typeof value !== 'object' || value === null) return null;
  const { at, note } = value as { at?: unknown; note?: unknown };
  return typeof at === 'number' && typeof note === 'string' ? { at, note } : null;
}

/** What is chosen, of what can be chosen now. */
export const outcomeIn = (
  outcomes: readonly CallOutcome[],
  { outcome }: Pick<WrapUpInput, 'outcome'>,
): CallOutcome | null => outcomes.find(({ code, active }) => active && code === outcome) ?? null;
export const nextOf = (chosen: string): NextCall | null =>
  Object.hasOwn(nextCalls, chosen) ? (chosen as NextCall) : null;
