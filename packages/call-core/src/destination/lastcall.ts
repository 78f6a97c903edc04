import { atMissingPart } from '../activity/broken-part.ts';
import { whyNotRung } from '../activity/dialling.ts';
import { attemptAt, offer } from '../activity/offering.ts';
import { goesTo } from '../board/next.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { extensionName } from '../turn/parties.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { callAt, note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** The person who spoke with this customer last, if that was not too long ago and they can be rung now. */
export const lastcall: DestinationKind<'lastcall'> = {
  named: (plan, { rule }) => `cuộc gọi gần nhất “${lookUp(plan.lastCallRules, rule)?.name ?? rule}”`,
  visit(turn, here, { rule: key }) {
    const rule = lookUp(planOfCall(turn, here.call).lastCallRules, key);
    if (rule === undefined) return atMissingPart(turn, here, 'quy tắc cuộc gọi gần nhất', key);
    const { outsideNumber } = callAt(turn, here.call);
    const last = outsideNumber === null || outsideNumber === '' ? undefined : read(turn.lastTalks, outsideNumber);
    const otherwise = (why: string) => {
      note(turn, here.call, 'destination', `Gọi lại người cũ “${rule.name}”: ${why}`);
      return goesTo(rule.otherwise);
    };
    if (last === undefined) return otherwise('chưa ai nói chuyện với khách này');
    if (turn.at - last.at > rule.withinHours * 3_600_000) return otherwise(`đã quá ${rule.withinHours} giờ`);
    const name = extensionName(turn.plan, last.extension);
    const reason = whyNotRung(turn, last.extension, true);
    if (reason !== null) return otherwise(`bỏ qua ${name}: ${reason.words}`);
    note(turn, here.call, 'destination', `Gọi lại người cũ “${rule.name}”: khách đã nói chuyện với ${name}`);
    return offer(turn, here, {
      waves: [[attemptAt(turn, here, last.extension)]],
      ringMs: rule.ringSeconds * 1000,
      otherwise: rule.otherwise,
      readyOnly: true,
    });
  },
};
