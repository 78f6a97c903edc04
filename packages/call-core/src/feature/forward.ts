import { sayAndEnd } from '../activity/saying.ts';
import { canonicalForm } from '../board/caller-id.ts';
import type { ForwardWhen } from '../board/company-data.ts';
import type { Destination } from '../board/destination.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { lookUp } from '../lib/look-up.ts';
import { isOutside } from '../routing/call-direction.ts';
import { mayCallOut } from '../routing/outbound.ts';
import { saveChange } from '../turn/company-data.ts';
import { say, sayDigits } from '../turn/speech.ts';
import { note, type Turn } from '../turn/turn.ts';
import type { CodeFeature } from './feature.ts';

/** Forwards the dialling person's calls to the number behind the code from now on, or ends that. */
export const forward =
  (when: ForwardWhen, on: boolean): CodeFeature =>
  (turn, here, { by, rest }) => {
    if (!on) {
      saveChange(turn, here, { kind: 'forward', extension: by, when, to: null });
      return sayAndEnd(turn, here, say('forward-off'));
    }
    if (rest === '') return sayAndEnd(turn, here, say('forward-needs-number'));
    const to = whereTo(turn, by, rest);
    if (to === null) {
      note(turn, here.call, 'rule', `Máy nhánh ${by} không được chuyển cuộc gọi tới số này`, { number: rest });
      return sayAndEnd(turn, here, say('forward-refused'));
    }
    saveChange(turn, here, { kind: 'forward', extension: by, when, to });
    return sayAndEnd(turn, here, [...say('forward-on'), ...sayDigits(rest)]);
  };

/** Nobody forwards to where they may not call: what a stolen phone costs is limited by what its person may do. */
function whereTo(turn: Turn, by: string, number: string): Destination | null {
  const inside = lookUp(turn.plan.internalNumbers, number);
  if (inside !== undefined) return leadsBack(inside, by) ? null : inside;
  const may = isOutside(turn.plan, number) && mayForwardOut(turn.plan, by, number, turn.at);
  return may ? { kind: 'fw', number: canonicalForm(number), showing: 'own' } : null;
}

const leadsBack = (to: Destination, by: string): boolean => to.kind === 'direct' && to.extension === by;

const mayForwardOut = (plan: RoutingPlan, by: string, number: string, at: number): boolean =>
  mayCallOut(plan, by, canonicalForm(number), at);
