import { type conditions, overrides, type RowOf } from '@alo/contract';
import { Status } from '@alo/ui';
import { TimeGroupNow } from '../../domain/times/time-group-now.tsx';
import { date } from '../../kit/format/time.ts';

/** Which way a condition leads at this moment: as its hours say, or as somebody set it. */
export function ConditionNow({ row }: { row: RowOf<typeof conditions> }) {
  const { override, override_until: until, time_group_id: group } = row;
  if (override === undefined || override === 'none') return <TimeGroupNow id={group} />;
  return (
    <Status
      tone={override === 'match' ? 'ready' : 'paused'}
    >{`${overrides[override]} (ghi đè${until ? ` đến hết ${date(until)}` : ''})`}</Status>
  );
}
