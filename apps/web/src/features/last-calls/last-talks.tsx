import { type LastTalk, lastTalks } from '@alo/contract';
import { AfterDelay, type Column, DataTable, Pager, State, TableSkeleton } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';

/** Who of ours spoke with each customer last, whoever was in touch last first. */
export function LastTalks({ perPage }: { perPage: number }) {
  const read = useRead();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(lastTalks, { query: { page, per_page: perPage } }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return error === null ? (
      <AfterDelay>
        <TableSkeleton columns={columns} />
      </AfterDelay>
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.data.length === 0 && page === 1) {
    return (
      <State drawing="empty" title="Chưa có khách nào từng gọi hay được gọi">
        Sau cuộc gọi đầu tiên với một khách, ở đây có ai nói chuyện với họ gần nhất.
      </State>
    );
  }
  return (
    <>
      <DataTable
        caption="Ai nói chuyện với khách gần nhất"
        columns={columns}
        rows={data.data}
        rowId={({ id }) => id}
        stale={isPlaceholderData}
      />
      <Pager
        page={page}
        pageSize={perPage}
        total={data.total}
        capped={data.total_capped}
        shown={data.data.length}
        onPage={setPage}
      />
    </>
  );
}

const columns: readonly Column<LastTalk>[] = [
  {
    id: 'name',
    label: 'Khách hàng',
    cell: ({ id, name }) => (
      <Link to="/customer" search={{ id }}>
        {name}
      </Link>
    ),
  },
  { id: 'phone', label: 'Số điện thoại', width: 140, cell: ({ phone }) => groupedPhone(phone) },
  {
    id: 'agent',
    label: 'Nói chuyện gần nhất',
    cell: ({ talked_at: at, agent_name: name, extension }) =>
      at === null ? 'Chưa ai nói chuyện' : [name, extension].filter(Boolean).join(' · ') || '–',
  },
  { id: 'at', label: 'Nói chuyện lúc', cell: ({ talked_at: at }) => (at === null ? '–' : <Moment brief at={at} />) },
  { id: 'last', label: 'Cuộc gọi gần nhất', cell: ({ last_call_at: at }) => <Moment brief at={at} /> },
];
