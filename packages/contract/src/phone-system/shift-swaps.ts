import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, timestamp } from '../lib/values.ts';
import { rosterShift } from './roster.ts';

/** Somebody else works a shift in one's place, or for one of theirs. */
export const swapKinds = { give: 'Nhượng ca', exchange: 'Đổi ca' } as const;

/** How far it is. A colleague takes it; of an exchange whoever offered agrees to the shift that they get; then it waits for whoever plans. */
export const swapStates = {
  open: 'Chờ đồng nghiệp nhận',
  taken: 'Chờ người đổi đồng ý',
  waiting: 'Chờ duyệt',
  approved: 'Đã duyệt',
  refused: 'Không được duyệt',
  declined: 'Đồng nghiệp không nhận',
  withdrawn: 'Đã rút lại',
  void: 'Không còn hiệu lực',
} as const;
export type SwapState = keyof typeof swapStates;

export const swapAnswers = {
  take: 'Nhận',
  decline: 'Không nhận',
  agree: 'Đồng ý',
  withdraw: 'Rút lại',
  approve: 'Duyệt',
  refuse: 'Không duyệt',
} as const;
export type SwapAnswer = keyof typeof swapAnswers;

const person = z.object({ id, name: z.string() });
const partOf = z.object({ day: z.iso.date(), shift: rosterShift });

export const shiftSwap = z.object({
  id,
  kind: oneOf(swapKinds),
  state: oneOf(swapStates),
  /** Whose shift it is. */
  offered_by: person,
  /** Whom it is offered to; null where it is everybody of the team. */
  offered_to: person.nullable(),
  taken_by: person.nullable(),
  offered: partOf,
  /** What whoever takes it gives for it; null until somebody has, and of what is given away. */
  back: partOf.nullable(),
  note: z.string(),
  /** Why it was refused, or holds no more. */
  why: z.string(),
  /** What whoever asks may answer now. */
  may: z.array(oneOf(swapAnswers)),
  created_at: timestamp,
});
export type ShiftSwap = z.output<typeof shiftSwap>;

const rowsOf = ['roster', 'shifts', 'accounts', 'teams'] as const;

export const shiftSwaps = endpoint({
  base: 'tenant',
  rowsOf,
  method: 'GET',
  path: '/shift-swaps',
  access: 'general',
  summary:
    'Shifts that are offered, taken, wait to be approved or were decided in the last two weeks: one’s own, those that one may take, and for whoever plans those of the data scope; newest first',
  result: z.object({ data: z.array(shiftSwap) }),
});

export const swapPartners = endpoint({
  base: 'tenant',
  rowsOf: ['accounts', 'teams'],
  method: 'GET',
  path: '/shift-swap/partners',
  access: 'general',
  summary: 'Whom one may offer a shift: the people of one’s team, by name',
  result: z.object({ data: z.array(person) }),
});

export const offerShift = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/shift-swap',
  access: 'general',
  summary: 'Offer an own shift that has not begun to somebody of the team, or to all of it',
  body: z.object({
    day,
    kind: oneOf(swapKinds),
    /** Null is everybody of the team. */
    offered_to: id.nullable().default(null),
    note: z.string().trim().max(500).default(''),
  }),
  result: z.object({ id }),
});

export const answerSwap = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/shift-swap/:id/answer',
  access: 'general',
  summary:
    'Take an offered shift or not, agree to what one gets for it, withdraw the offer; whoever plans approves it, which changes the roster, or refuses it',
  params: z.object({ id }),
  body: z.object({
    answer: oneOf(swapAnswers),
    /** The own shift that is given for it, by whoever takes an exchange. */
    back_day: day.nullable().default(null),
    /** Why it is refused. */
    reason: z.string().trim().max(500).default(''),
  }),
  /** `why` says of one that holds no more what has come between. */
  result: z.object({ state: oneOf(swapStates), why: z.string() }),
});
