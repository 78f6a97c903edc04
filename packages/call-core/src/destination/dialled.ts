import { callOutside } from '../activity/reconsidering.ts';
import { sayRefusal } from '../activity/saying.ts';
import { canonicalForm } from '../board/caller-id.ts';
import { ends, goesTo } from '../board/next.ts';
import { runFeature } from '../feature/features.ts';
import { lookUp } from '../lib/look-up.ts';
import { isOutside } from '../routing/call-direction.ts';
import { dialledCode } from '../routing/dialled-code.ts';
import { say } from '../turn/speech.ts';
import { note } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

/** Where a number leads when one of our people dials it. */
export const dialled: DestinationKind<'dialled'> = {
  named: (_plan, { number }) => `số ${number}`,
  visit(turn, here, { number, by }) {
    if (lookUp(turn.plan.extensions, by) === undefined) {
      note(turn, here.call, 'rule', 'Máy gọi không có trong cấu hình');
      return ends('forbidden');
    }
    const internal = lookUp(turn.plan.internalNumbers, number);
    if (internal !== undefined) {
      if (lookUp(turn.plan.extensions, by)?.rights?.includes('internal') === false) {
        note(turn, here.call, 'rule', `Máy nhánh ${by} không được gọi nội bộ`, { number });
        return ends('forbidden');
      }
      note(turn, here.call, 'number', `Số nội bộ ${number}`);
      return goesTo(internal);
    }
    if (isOutside(turn.plan, number)) return callOutside(turn, here, { by, number: canonicalForm(number) });
    const asked = dialledCode(turn.plan, number);
    if (asked !== null) return runFeature(turn, here, asked.code, { by, rest: asked.rest });
    note(turn, here.call, 'number', 'Số không tồn tại', { dialled: number });
    return sayRefusal(turn, here, say('unknown-number'), 'not-found');
  },
};
