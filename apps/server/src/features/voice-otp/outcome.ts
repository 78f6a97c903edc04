import type { OtpState } from '@alo/contract';

/** A call that is over, as the history has it. */
export interface EndedCall {
  readonly status: string;
  readonly cause: string;
  /** All of the code was read to whoever answered. */
  readonly heard: boolean;
}

/** How a request stands when one of its calls is over. */
export interface OtpAttempts {
  readonly attempts: number;
  readonly tries: number;
  readonly pauseMs: number;
  readonly expiresAt: number;
}

/** Nothing more will come. */
type Over = { readonly state: Exclude<OtpState, 'asked' | 'calling'>; readonly reason: string };
export type OtpOutcome =
  | Over
  /** Once more. */
  | { readonly state: 'asked'; readonly reason: string; readonly nextAt: number };

const causeWords: Readonly<Record<string, string>> = {
  'not-found': 'Số không tồn tại',
  rejected: 'Khách từ chối',
  blocked: 'Số nằm trong danh sách chặn gọi ra',
  forbidden: 'Không có quy tắc gọi ra nào cho phép',
  limit: 'Hết kênh hoặc chạm giới hạn gọi ra',
  unreachable: 'Không liên lạc được',
  interrupted: 'Tổng đài bị gián đoạn',
};
/** Another call would end like this one. */
const final = ['not-found', 'rejected', 'blocked', 'forbidden'];

/** What becomes of a request whose call is over: it was heard, there is another try, or that was it. */
export function outcomeOf(call: EndedCall, standing: OtpAttempts, now: number): OtpOutcome {
  if (call.heard) return { state: 'heard', reason: '' };
  const failure = failureOf(call);
  const nextAt = now + standing.pauseMs;
  const isOver = standing.attempts >= standing.tries || nextAt >= standing.expiresAt || final.includes(call.cause);
  return isOver ? failure : { state: 'asked', reason: failure.reason, nextAt };
}

function failureOf({ status, cause }: EndedCall): Over {
  if (status === 'answered') return { state: 'cut', reason: 'Khách dập máy trước khi nghe hết mã' };
  if (status === 'busy') return { state: 'busy', reason: 'Máy bận' };
  if (status === 'no_answer') return { state: 'no_answer', reason: 'Không nghe máy' };
  return { state: 'failed', reason: causeWords[cause] ?? 'Không gọi được' };
}
