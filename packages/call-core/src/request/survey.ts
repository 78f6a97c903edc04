import { surveyNow } from '../activity/survey.ts';
import { type Answer, done, refusals, refused } from '../board/answer.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import { amend, later, legAt, note, type Turn } from '../turn/turn.ts';
import { removeLeg } from './leg-removal.ts';
import { sendable } from './transfer.ts';

/** The person who talks with a customer has them asked, and leaves. Nobody gets the customer back: they have said goodbye. */
export function askSurvey(
  turn: Turn,
  by: string | null,
  { call, survey }: Extract<RequestedAction, { kind: 'survey' }>,
): Answer {
  const own = sendable(turn, call, by, null);
  if ('ok' in own) return own;
  const [customer, ...more] = own.others;
  if (customer === undefined) return refusals.notNow;
  if (more.length > 0) return refused('not-now', 'Cuộc gọi nhiều người không chuyển sang khảo sát được');
  if (legAt(turn, customer).party.kind !== 'outside') return refused('not-now', 'Chỉ mời được khách hàng');
  if (surveyNow(turn, survey) === undefined) return refused('not-now', 'Khảo sát này hiện không hỏi bằng phím được');
  note(turn, call, 'talk', `Máy nhánh ${own.by} mời khách trả lời khảo sát`);
  amend(turn, call, { hops: 0 });
  later(turn, { kind: 'go', here: customer, next: goesTo({ kind: 'survey', survey }) });
  removeLeg(turn, own.here, own.by);
  return done(call);
}
