import { type CallCounts, callFigures, headOf } from '@alo/contract';

import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';

type Figure = keyof CallCounts;

/** A figure as it is read; a dash where there is nothing to reckon it from. */
export function figureText(counts: CallCounts, figure: Figure): string {
  const value = counts[figure];
  if (value === null) return '–';
  switch (figure) {
    case 'answer_rate':
      return percent(value);
    case 'talk_seconds':
      return lasted(value);
    case 'talk_average':
    case 'wait_average':
      return lasted(Math.round(value));
    default:
      return count(value);
  }
}

/** What all the calls of a page come to, in one line above them. */
export const CallCountsStrip = ({ counts, of }: { counts: CallCounts | undefined; of: readonly Figure[] }) => (
  <FiguresStrip
    figures={of.map((figure) => ({
      name: headOf(callFigures[figure]),
      formula: callFigures[figure].formula,
      value: counts && figureText(counts, figure),
    }))}
  />
);
