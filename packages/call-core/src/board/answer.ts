import type { RefusalCode, Reply } from './request.ts';
import type { CallId } from './vocabulary.ts';

/** The reply to a request, without its id. */
export type Answer = Reply extends infer R ? (R extends Reply ? Omit<R, 'id'> : never) : never;
export type Refusal = Extract<Answer, { ok: false }>;

export function done(call: CallId | null): Answer {
  return { ok: true, call };
}

export function refused(code: RefusalCode, words: string): Refusal {
  return { ok: false, refused: code, words };
}

/** The same words wherever they are needed. */
export const refusals = {
  noCall: refused('no-call', 'Cuộc gọi không còn nữa'),
  notYours: refused('not-yours', 'Bạn không ở trong cuộc gọi này'),
  notNow: refused('not-now', 'Chưa làm được việc này lúc này'),
  noNumber: refused('no-such-number', 'Số không tồn tại'),
  forbidden: refused('forbidden', 'Bạn không được phép làm việc này'),
  mayNotCall: refused('forbidden', 'Chưa có quy tắc gọi ra cho số này'),
  inACall: refused('busy', 'Máy của bạn đang có cuộc gọi'),
  full: refused('full', 'Cuộc gọi đã đủ người'),
} as const;
