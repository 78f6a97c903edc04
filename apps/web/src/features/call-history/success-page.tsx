import { callTotals, historiesCall, type RequestOf } from '@alo/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CallCountsStrip } from '../../domain/calls/call-counts-strip.tsx';
import { useRead } from '../../kit/api/queries.ts';
import type { ListState } from '../../kit/url/list-state.ts';
import { WayOn } from '../../resource/page/way-on.tsx';
import { CallList } from './call-list.tsx';

/** Of people: codes that were heard and bots that were talked to are no success of anybody's. */
const answered = { status: 'answered', purpose: 'counted' } as const;
/** All of them are. */
const hides = ['status'];

/** /history-success-call: the calls that came to a conversation, and what they come to. */
export default function SuccessPage() {
  return (
    <CallList
      name="/history-success-call"
      title="Cuộc gọi thành công"
      fixed={answered}
      file="cuoc-goi-thanh-cong"
      hides={hides}
      empty={[
        'Chưa có cuộc gọi nào thành công',
        'Cuộc gọi có người trả lời sẽ hiện ở đây ngay khi nó kết thúc.',
        <WayOn key="all" to="/call-history" access={historiesCall.access}>
          Xem mọi cuộc gọi
        </WayOn>,
      ]}
      above={(state) => isCounted(state) && <Totals filters={state.filters} />}
    />
  );
}

/** Of these there are no sums, as of what is searched for: the list says how many there are. */
const notCounted = [
  ...(['trunk_id', 'refused', 'broken', 'quality', 'outcome', 'without_outcome', 'tag_id', 'campaign_id'] as const),
  ...(['project_id', 'account_id', 'service_number_id', 'queue_wait', 'hour', 'weekday', 'measured'] as const),
  ...(['transferred', 'transferred_to', 'recording_refused'] as const),
];
const isCounted = ({ search, filters }: ListState) =>
  search === '' && notCounted.every((name) => filters[name] === undefined);

function Totals({ filters }: { filters: ListState['filters'] }) {
  const read = useRead();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { ...filters, ...answered } as RequestOf<typeof callTotals>['query'];
  const { data } = useQuery({ ...read(callTotals, { query }), placeholderData: keepPreviousData });
  return <CallCountsStrip counts={data} of={['inbound', 'outbound', 'internal', 'talk_seconds', 'talk_average']} />;
}
