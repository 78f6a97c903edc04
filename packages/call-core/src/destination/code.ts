import { atMissingPart } from '../activity/broken-part.ts';
import { askForCode } from '../activity/coding.ts';
import { lookUp } from '../lib/look-up.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { note } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

/** A code is typed, and the company's own system says where it leads. */
export const code: DestinationKind<'code'> = {
  named: (plan, { question }) => `nhập mã “${lookUp(plan.codeQuestions, question)?.name ?? question}”`,
  visit(turn, here, { question: key }) {
    const plan = lookUp(planOfCall(turn, here.call).codeQuestions, key);
    if (plan === undefined) return atMissingPart(turn, here, 'bước nhập mã', key);
    note(turn, here.call, 'destination', `Nhập mã “${plan.name}”`);
    return askForCode(turn, here, key, plan);
  },
};
