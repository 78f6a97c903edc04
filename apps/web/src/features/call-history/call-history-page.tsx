import { callDirections, exportHistoriesCall, historiesCall, type RequestOf } from '@alo/contract';
import { later, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { oneOf } from '../../shared/fields/choices.tsx';
import { only, period } from '../../shared/fields/filters.tsx';
import { text } from '../../shared/fields/text.tsx';
import { total } from '../../shared/format/numbers.ts';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListSurface } from '../../shared/list/list-surface.tsx';
import { useLiveState } from '../../shared/live/use-live.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useOwnExtension } from '../../shared/session/me.ts';
import { listQueryOf, useListState } from '../../shared/url/list-state.ts';
import { callColumns } from './call-columns.tsx';
import styles from './call-history.module.css';
import { outcome } from './outcome.tsx';
import { useLiveCalls } from './use-live-calls.ts';

/** The list comes first. */
const CallDrawer = lazy(async () => ({ default: (await later(() => import('./call-drawer.tsx'))).CallDrawer }));

const filters = [
  period('from', 'to', 'Thời gian'),
  only('direction', oneOf('Loại', callDirections)),
  only('status', outcome('Kết quả')),
  only('extension', text('Máy nhánh')),
  only('broken', oneOf('Cấu hình', { '1': 'Gặp chỗ hỏng' })),
];

/** /call-history: every conversation, newest first, as it happens. */
export default function CallHistoryPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof historiesCall>['query'];
  const answer = useQuery({ ...read(historiesCall, { query }), placeholderData: keepPreviousData });
  useLiveCalls();
  const own = useOwnExtension();
  const columns = useMemo(() => callColumns(own), [own]);
  const { data } = answer;

  return (
    <Page title="Lịch sử cuộc gọi" count={data && total(data)} actions={<LiveMark />}>
      <ListSurface
        name="/call-history"
        caption="Lịch sử cuộc gọi"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên hoặc số điện thoại"
        filters={filters}
        tools={
          may(exportHistoriesCall.access) && (
            <ExportMenu endpoint={exportHistoriesCall} query={listQueryOf(state)} name="lich-su-cuoc-goi" />
          )
        }
        onOpen={(call) => open(call.id)}
        empty={
          <State drawing="empty" title="Chưa có cuộc gọi nào">
            Cuộc gọi đầu tiên sẽ hiện ở đây ngay khi nó bắt đầu.
          </State>
        }
      />
      <Suspense>
        <CallDrawer id={state.id} rows={data?.data ?? []} onOpen={open} />
      </Suspense>
    </Page>
  );
}

/** Whether the list follows what happens. */
function LiveMark() {
  const open = useLiveState() === 'open';
  return (
    <Status tone={open ? 'ready' : 'offline'} className={styles.live ?? ''}>
      {open ? 'Trực tiếp' : 'Đang nối lại…'}
    </Status>
  );
}
