import { atMissingPart } from '../activity/broken-part.ts';
import { openMenu } from '../activity/menu.ts';
import { lookUp } from '../lib/look-up.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** A menu that is answered by keys. */
export const ivr: DestinationKind<'ivr'> = {
  named: (plan, { menu }) => `lời thoại tương tác “${lookUp(plan.menus, menu)?.name ?? menu}”`,
  visit(turn, here, { menu: key }) {
    const plan = lookUp(planOfCall(turn, here.call).menus, key);
    if (plan === undefined) return atMissingPart(turn, here, 'lời thoại tương tác', key);
    note(turn, here.call, 'destination', `Lời thoại tương tác “${plan.name}”`, { menu: plan.name });
    return openMenu(turn, here, key, plan);
  },
};
