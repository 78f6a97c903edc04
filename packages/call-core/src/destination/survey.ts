import { beginSurvey } from '../activity/survey.ts';
import { lookUp } from '../lib/look-up.ts';
import type { DestinationKind } from './kind.ts';

/** Whoever comes here is asked questions. */
export const survey: DestinationKind<'survey'> = {
  named: (plan, { survey: key }) => `khảo sát “${lookUp(plan.surveys ?? {}, key)?.name ?? key}”`,
  visit: (turn, here, { survey: key }) => beginSurvey(turn, here, key),
};
