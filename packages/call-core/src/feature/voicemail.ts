import { openMailbox } from '../activity/mailbox.ts';
import { sayAndEnd } from '../activity/saying.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { lookUp } from '../lib/look-up.ts';
import { say } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

/** The own box, or with a number behind the code the box of that extension, after its PIN. */
export const openOwnBox: CodeFeature = (turn, here, { by, rest }) => {
  const whose = rest === '' ? by : rest;
  const box = boxOf(turn.plan, whose);
  if (box === null) return sayAndEnd(turn, here, say('no-box'));
  return openMailbox(turn, here, { box, by, own: whose === by });
};

/** The box that somebody's calls end in. */
export function boxOf(plan: RoutingPlan, extension: string): string | null {
  const person = lookUp(plan.extensions, extension);
  const { noAnswer = null, offline = null, busy = null, always = null } = person?.forwards ?? {};
  const boxes = [person?.otherwise ?? null, noAnswer, offline, busy, always].flatMap((to) =>
    to?.kind === 'voicemail' ? [to.box] : [],
  );
  return boxes[0] ?? null;
}
