import { matchTimeGroup } from '@alo/calendar';
import { inWords } from '../local-words.ts';
import { lookUp } from '../look-up.ts';
import { goesTo } from '../next.ts';
import { note } from '../turn.ts';
import { type DestinationKind, missing } from './kind.ts';

/** Chooses by the tenant's clock, or by the hand that set the condition for the day. */
export const time: DestinationKind<'time'> = {
  named: (plan, { condition }) => `điều kiện thời gian “${lookUp(plan.timeConditions, condition)?.name ?? condition}”`,
  visit(turn, here, { condition: key }) {
    const condition = lookUp(turn.plan.timeConditions, key);
    if (condition === undefined) return missing(turn, here, 'điều kiện thời gian', key);
    const { slot, local } = matchTimeGroup(condition.group, turn.at, turn.plan.timeZone);
    const matches = condition.override === null ? slot !== null : condition.override === 'match';
    note(turn, here.call, 'time', `Điều kiện thời gian “${condition.name}”: ${matches ? 'khớp' : 'không khớp'}`, {
      group: condition.group.name,
      local: inWords(local),
      ...(slot === null ? {} : { slot: `${slot.from}–${slot.to}` }),
      ...(condition.override === null ? {} : { override: matches ? 'đang đặt tay: khớp' : 'đang đặt tay: không khớp' }),
    });
    return goesTo(matches ? condition.match : condition.otherwise);
  },
};
