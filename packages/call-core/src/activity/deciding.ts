import type { DataAnswer } from '../board/company-data.ts';
import type { CustomerCondition, CustomerRow } from '../board/customer-condition.ts';
import { goesTo, type Next, waits } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { enter, startLegTimer } from '../turn/legs.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { type ActivityKind, amend, note, type Turn } from '../turn/turn.ts';
import { atMissingPart } from './broken-part.ts';

/** A caller is not kept longer by a question about them. */
const officeMs = 1_500;

/** Where they go follows from what the company knows of them, which is being asked. */
export const deciding: ActivityKind<'deciding'> = {
  stage: 'waiting',
  said: (plan, { condition }) =>
    `Xem khách là ai, theo “${lookUp(plan.customerConditions, condition)?.name ?? condition}”`,
  told(turn, here, { condition: key }, told) {
    // What another condition asked on the way here may be answered late.
    if (told.kind !== 'customer' || told.condition !== key) return waits;
    return goesOn(turn, here, key, told);
  },
  elapsed: (turn, here, { condition: key }) => goesOn(turn, here, key, null),
};

/** Asks what the company knows of the customer at a number, canonical; until that is known, or it took too long, they go nowhere. */
export function decideByCustomer(turn: Turn, here: Here, key: string, of: CustomerCondition, number: string): Next {
  enter(turn, here, { kind: 'deciding', condition: key });
  const rows = of.rows.map(({ id, tests }) => ({ id, tests }));
  turn.commands.push({ type: 'ask', ...here, question: { kind: 'customer', condition: key, number, rows } });
  startLegTimer(turn, here, 'office', officeMs);
  return waits;
}

/** Null is no answer in time. */
function goesOn(turn: Turn, here: Here, key: string, told: Extract<DataAnswer, { kind: 'customer' }> | null): Next {
  const condition = lookUp(planOfCall(turn, here.call).customerConditions, key);
  if (condition === undefined) return atMissingPart(turn, here, 'điều kiện khách hàng', key);
  const row = condition.rows.find(({ id }) => id === told?.row);
  if (row !== undefined) return byRow(turn, here, condition, row, told?.because ?? '');
  return byNone(turn, here, condition, told === null ? 'dữ liệu khách trả lời quá chậm' : (told.because ?? ''));
}

/** They are of this kind. */
export function byRow(
  turn: Turn,
  here: Here,
  { name, rows }: CustomerCondition,
  row: CustomerRow,
  because: string,
): Next {
  const place = rows.indexOf(row) + 1;
  note(
    turn,
    here.call,
    'rule',
    `Điều kiện khách hàng “${name}”: dòng ${place} “${row.name}” khớp`,
    because === '' ? {} : { because },
  );
  if (row.priority !== null) amend(turn, here.call, { ahead: { as: row.name, priority: row.priority } });
  return goesTo(row.to);
}

/** They are of none of these kinds, or nobody knows. */
export function byNone(turn: Turn, here: Here, { name, otherwise }: CustomerCondition, why: string): Next {
  note(turn, here.call, 'rule', `Điều kiện khách hàng “${name}”: không dòng nào khớp${why === '' ? '' : `, ${why}`}`);
  return goesTo(otherwise);
}
