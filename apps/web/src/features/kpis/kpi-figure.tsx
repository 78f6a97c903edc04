import { daysOfPeriod, type KpiMeasureName } from '@alo/contract';

import { CallsLink } from '../../domain/calls/calls-link.tsx';
import type { Search } from '../../kit/url/search.ts';
import { amount } from './kpi-words.tsx';

/** Filters of the history that a measure counts the calls of, in a period and of its people; others are no number of calls. */
const behind: Readonly<Partial<Record<KpiMeasureName, Search>>> = {
  answered: { status: 'answered' },
  inbound: { direction: 'inbound', status: 'answered' },
  outbound: { direction: 'outbound' },
  met: { direction: 'outbound', status: 'answered' },
};

/** Whose calls are meant, as the history is narrowed down by it. */
export const whoseCalls = (kind: 'person' | 'team' | 'department' | 'nowhere', id: string): Search => {
  switch (kind) {
    case 'person':
      return { account_id: id };
    case 'team':
      return { team_id: id };
    case 'department':
      return { department_id: id };
    case 'nowhere':
      return { department_id: 'none' };
    default:
      return kind satisfies never;
  }
};

/** What was reached, which leads to the calls that it is made of. */
export function KpiFigure({
  measure,
  reached,
  month,
  whose,
  of,
}: {
  measure: KpiMeasureName;
  reached: number | null;
  /** The period. */
  month: string;
  whose: Search;
  of: string;
}) {
  const calls = behind[measure];
  return (
    <CallsLink
      text={amount(measure, reached)}
      value={reached}
      calls={calls && { ...daysOfPeriod(month), ...whose, ...calls }}
      label="Thực hiện"
      of={of}
    />
  );
}
