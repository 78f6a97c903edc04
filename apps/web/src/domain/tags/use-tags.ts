import { allCallTag, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { untilChanged, useRead } from '../../kit/api/queries.ts';

type TagChoice = ResultOf<typeof allCallTag>['data'][number];

/** All tags of the company in their order, those that are chosen no more too; nothing until they are read. */
export function useTags(): readonly TagChoice[] | undefined {
  const read = useRead();
  return useQuery({ ...read(allCallTag, {}), ...untilChanged }).data?.data;
}
