import {
  callFigures,
  callsByExtension,
  exportCallsByExtension,
  historiesCall,
  type RequestOf,
  type ResultOf,
} from '@alo/contract';
import { type Column, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CallCountsStrip } from '../../domain/calls/call-counts-strip.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import styles from './call-reports.module.css';
import { MailRegularly } from './mail-regularly.tsx';
import { figureColumns, reportFilters } from './report-parts.tsx';

type Row = ResultOf<typeof callsByExtension>['data'][number];

const moment = (at: string | null) => (at === null ? <span aria-hidden>–</span> : <Moment at={at} />);

/** /history-cdr-by-exten: what the calls of some days come to by extension; a row leads to its calls. */
export default function ExtensionPage() {
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const list = useListState(reportFilters.flatMap(({ names }) => names));
  const { state } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof callsByExtension>['query'];
  const answer = useQuery({ ...read(callsByExtension, { query }), placeholderData: keepPreviousData });
  const { data } = answer;
  const { from, to } = data ?? {};
  const { direction, queue_id } = state.filters;
  const callsOf = useMemo(
    () =>
      ({ extension }: Row) => ({
        ...(from !== undefined && to !== undefined && { from, to }),
        ...(direction !== undefined && { direction }),
        ...(queue_id !== undefined && { queue_id }),
        extension,
      }),
    [from, to, direction, queue_id],
  );
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'extension', label: 'Máy nhánh', sortable: true, cell: ({ extension }) => extension },
      { id: 'name', label: 'Nhân viên', sortable: true, cell: ({ name }) => name || '–' },
      ...figureColumns<Row>(callsOf, ['internal', 'missed', 'answer_rate']),
      {
        id: 'unanswered',
        label: callFigures.unanswered.label,
        numeric: true,
        sortable: true,
        cell: ({ unanswered }) => count(unanswered),
      },
      { id: 'first_at', label: 'Cuộc đầu', width: 130, cell: ({ first_at: at }) => moment(at) },
      { id: 'last_at', label: 'Cuộc cuối', width: 130, cell: ({ last_at: at }) => moment(at) },
      { id: 'department_name', label: 'Phòng ban', hidden: true, cell: (row) => row.department_name || '–' },
      { id: 'team_name', label: 'Nhóm', hidden: true, cell: (row) => row.team_name || '–' },
    ],
    [callsOf],
  );

  return (
    <Page
      title="Thống kê theo máy nhánh"
      actions={data && <span className={styles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <CallCountsStrip
        counts={data?.counts}
        of={['total', 'inbound', 'outbound', 'internal', 'answered', 'answer_rate', 'talk_seconds']}
      />
      <ListSurface
        name="/history-cdr-by-exten"
        caption="Thống kê theo máy nhánh"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm máy nhánh hoặc tên"
        filters={reportFilters}
        tools={
          may(exportCallsByExtension.access) && (
            <>
              <MailRegularly report="history-cdr-by-exten" search={listQueryOf(state)} />
              <ExportMenu endpoint={exportCallsByExtension} query={listQueryOf(state)} name="thong-ke-theo-may-nhanh" />
            </>
          )
        }
        {...(may(historiesCall.access) && {
          onOpen: (row: Row) => void navigate({ to: '/call-history', search: callsOf(row) }),
        })}
        empty={
          <State
            drawing="empty"
            title="Chưa có máy nhánh nào"
            action={
              <WayOn to="/subscribers/add" access="subscribers.create">
                Thêm máy nhánh
              </WayOn>
            }
          >
            Máy nhánh được thống kê ở đây ngay khi có nó.
          </State>
        }
      />
    </Page>
  );
}
