import { endCause } from '@alo/softphone';
import { refusedCalls } from '@alo/testing';
import { expect, test } from 'vitest';

import { callResult } from '../../domain/calls/call-result.ts';
import { causeWords } from '../../domain/trace/trace-words.ts';
import { noticeText } from './words.ts';

/** What says more in the trace than to the person who called. */
const more: Readonly<Record<string, string>> = {
  asleep: 'Máy đang ngủ',
  blocked: 'Bị chặn gọi ra',
  forbidden: 'Không được phép gọi ra',
};
/** What stands beside how it came out, and is of calls that were answered as well. */
const detailed: Readonly<Record<string, string>> = {
  normal: 'kết thúc bình thường',
  asleep: 'trình duyệt đang ngủ',
  limit: 'đã hết đường gọi hoặc hạn mức',
};
/** These are no refusal of a call that one made: the phone knows of the one itself, and the other comes to whom it rings. */
const others = new Set(['cancelled', 'answered-elsewhere']);

test.each(refusedCalls.filter(({ cause }) => !others.has(cause)))(
  'of a call that ends by $cause window, history, its details and the trace say the same',
  ({ cause, sip: { status, reason }, row, trace }) => {
    const told = endCause({ cause: 'SIP Failure Code', sipCode: status, reason });
    const party = { number: '0901234567', name: '' };
    const said = callResult(row);
    const inWindow = noticeText({ kind: 'ended', direction: 'outgoing', cause: told, party });
    // The window may say what has happened there as well.
    expect(inWindow.split(/:| do /)[0]).toBe(said);
    expect(trace).toBe(more[cause] ?? said);
    expect(causeWords(cause)).toBe(detailed[cause] ?? said.toLowerCase());
  },
);

test('a call that was taken back, or answered elsewhere, is told in the words of its kind', () => {
  const words = refusedCalls
    .filter(({ cause }) => others.has(cause))
    .map(({ cause, row, sip: { status, reason } }) => [
      cause,
      endCause({ cause: 'SIP Failure Code', sipCode: status, reason }),
      callResult(row),
    ]);
  expect(words).toEqual([
    ['cancelled', 'cancelled', 'Không kết nối được'],
    ['answered-elsewhere', 'answered-elsewhere', 'Không kết nối được'],
  ]);
});
