import { atMissingPart } from '../activity/broken-part.ts';
import { byNone, byRow, decideByCustomer } from '../activity/deciding.ts';
import { lookUp } from '../lib/look-up.ts';
import { callerNumber } from '../queue/queue-entry.ts';
import { rowThatFits } from '../routing/customer-fit.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { legAt } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

/** Chooses by what the company knows of the customer. */
export const customer: DestinationKind<'customer'> = {
  named: (plan, { condition }) =>
    `điều kiện khách hàng “${lookUp(plan.customerConditions, condition)?.name ?? condition}”`,
  visit(turn, here, { condition: key }) {
    const condition = lookUp(planOfCall(turn, here.call).customerConditions, key);
    if (condition === undefined) return atMissingPart(turn, here, 'điều kiện khách hàng', key);
    const number = callerNumber(turn, here);
    if (number !== null) return decideByCustomer(turn, here, key, condition, number);
    if (legAt(turn, here).party.kind === 'extension') {
      return byNone(turn, here, condition, 'người gọi là đồng nghiệp');
    }
    const row = rowThatFits(condition.rows, null);
    const why = 'người gọi giấu số';
    return row === undefined ? byNone(turn, here, condition, why) : byRow(turn, here, condition, row, why);
  },
};
