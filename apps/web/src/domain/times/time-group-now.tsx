import { timeGroupsNow } from '@alo/contract';
import { Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { clock, date } from '../../kit/format/time.ts';
import { Warnings } from '../../resource/page/warnings.tsx';

/** No timer waits longer: browsers take 32 bits. */
const longest = 24 * 3_600_000;

/** Whether a group matches at this moment, until when, and what is odd about it. */
export function TimeGroupNow({ id }: { id: string }) {
  const now = useTimesNow();
  const found = now?.find((group) => group.id === id);
  if (now === undefined) return <Skeleton width={120} />;
  if (found === undefined) return '–';
  return (
    <>
      <Status tone={found.matches ? 'ready' : 'offline'}>
        {found.matches ? 'Khớp' : 'Không khớp'}
        {found.until !== null && `, đến ${moment(found.until)}`}
      </Status>
      <Warnings words={found.warnings} />
    </>
  );
}

/** How all groups stand; asked again when the first of them changes. */
function useTimesNow() {
  const read = useRead();
  return useQuery({
    ...read(timeGroupsNow, {}),
    refetchInterval: ({ state }) => {
      const changes = state.data?.data.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)])) ?? [];
      return Math.max(1_000, Math.min(longest, ...changes.map((at) => at - Date.now())));
    },
  }).data?.data;
}

/** `17:00`, or with its day where that is another one. */
const moment = (at: string) => (date(at) === date(Date.now()) ? clock(at) : `${clock(at)} ${date(at)}`);
