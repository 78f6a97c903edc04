import { matchTimeGroup } from '@alo/calendar';
import { atMissingPart } from '../activity/broken-part.ts';
import { goesTo } from '../board/next.ts';
import { localTimeWords } from '../lib/local-time-words.ts';
import { lookUp } from '../lib/look-up.ts';
import { overrideAt } from '../routing/time-condition.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** Chooses by the tenant's clock, or by the hand that set the condition for the day. */
export const time: DestinationKind<'time'> = {
  named: (plan, { condition }) => `điều kiện thời gian “${lookUp(plan.timeConditions, condition)?.name ?? condition}”`,
  visit(turn, here, { condition: key }) {
    const { timeConditions, timeZone } = planOfCall(turn, here.call);
    const condition = lookUp(timeConditions, key);
    if (condition === undefined) return atMissingPart(turn, here, 'điều kiện thời gian', key);
    const { slot, local } = matchTimeGroup(condition.group, turn.at, timeZone);
    const override = overrideAt(condition, turn.at);
    const matches = override === null ? slot !== null : override === 'match';
    note(turn, here.call, 'time', `Điều kiện thời gian “${condition.name}”: ${matches ? 'khớp' : 'không khớp'}`, {
      group: condition.group.name,
      local: localTimeWords(local),
      ...(slot === null ? {} : { slot: `${slot.from}–${slot.to}` }),
      ...(override === null ? {} : { override: matches ? 'đang đặt tay: khớp' : 'đang đặt tay: không khớp' }),
    });
    return goesTo(matches ? condition.match : condition.otherwise);
  },
};
