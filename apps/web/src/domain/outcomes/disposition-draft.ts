import type { disposition, keepCallDisposition, RequestOf } from '@alo/contract';
import type { z } from 'zod';

import { clock, isoDay } from '../../kit/format/time.ts';
import { momentOf, type NextCall } from './next-call.ts';
import type { CallOutcome } from './use-outcomes.ts';

type Disposition = z.output<typeof disposition>;
type Body = RequestOf<typeof keepCallDisposition>['body'];

/** What somebody fills in of what came of a call. */
export interface DispositionDraft {
  readonly outcome: string | null;
  readonly note: string;
  readonly next: NextCall | null;
  readonly day: string | null;
  readonly time: string;
}

export const emptyDisposition: DispositionDraft = { outcome: null, note: '', next: null, day: null, time: '' };

/** What stands, to be put right. */
export const draftOfDisposition = ({
  outcome,
  note,
  next_call_at: at,
}: Pick<Disposition, 'outcome' | 'note' | 'next_call_at'>): DispositionDraft => ({
  ...emptyDisposition,
  outcome,
  note,
  ...(at !== null && { next: 'other', day: isoDay(at), time: clock(at) }),
});

type Checked =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly wrong: Readonly<Record<string, string>> };

/** As it is sent, or what is missing, by field. */
export function dispositionBody(
  { outcome, note, next, day, time }: DispositionDraft,
  { outcomes, now }: { readonly outcomes: readonly CallOutcome[]; readonly now: number },
): Checked {
  if (outcome === null) return { ok: false, wrong: { outcome: 'Thông tin không được để trống' } };
  const at = momentOf(next, { now, day, time });
  const asks = outcomes.find(({ code }) => code === outcome)?.next_step === 'call-again' || next === 'other';
  if (asks && at === null) return { ok: false, wrong: { next_call_at: 'Chọn giờ gọi lại' } };
  return { ok: true, body: { outcome, note, next_call_at: at } };
}
