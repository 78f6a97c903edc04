import { allCallOutcome, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { untilChanged, useRead } from '../../kit/api/queries.ts';

/** What can come of a call, as the company has it. */
export type CallOutcome = ResultOf<typeof allCallOutcome>['data'][number];

/** All of them in their order, those that are chosen no more too; nothing until they are read. */
export function useOutcomes(): readonly CallOutcome[] | undefined {
  const read = useRead();
  return useQuery({ ...read(allCallOutcome, {}), ...untilChanged }).data?.data;
}
