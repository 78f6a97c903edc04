import { allAccount, exportStatusTimes, type RequestOf, type ResultOf, statusTimesReport } from '@alo/contract';
import { type Column, later, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { callPlaces } from '../../domain/calls/places.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import styles from './call-reports.module.css';
import { MailRegularly } from './mail-regularly.tsx';
import { statusColumns, statusFigure, statusFigures } from './status-parts.tsx';

type Row = ResultOf<typeof statusTimesReport>['data'][number];

const StatusDrawer = lazy(async () => ({
  default: (await later(() => import('./status-drawer.tsx'))).StatusDrawer,
}));

const filters = [
  period('from', 'to', 'Thời gian'),
  ...callPlaces,
  only('account_id', reference('Nhân viên', allAccount)),
];
const above = ['signed_in', 'ready', 'on_a_call', 'wrapping_up', 'on_a_break', 'occupancy'] as const;
/** Time goes on by itself, and nobody is told of every second; in milliseconds. */
const renewEvery = 30_000;

/** /history-by-status: what people's time went to in some days, and opened by day and as one thing after the other. */
export default function StatusPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof statusTimesReport>['query'];
  const answer = useQuery({
    ...read(statusTimesReport, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: renewEvery,
  });
  const { data } = answer;
  const rows = data?.data;
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'name', label: 'Nhân viên', sortable: true, cell: ({ name }) => name },
      { id: 'extension', label: 'Máy nhánh', sortable: true, hidden: true, cell: ({ extension }) => extension },
      ...statusColumns(rows ?? []),
      { id: 'department_name', label: 'Phòng ban', hidden: true, cell: (row) => row.department_name || '–' },
      { id: 'team_name', label: 'Nhóm', hidden: true, cell: (row) => row.team_name || '–' },
    ],
    [rows],
  );

  return (
    <Page
      title="Thời gian trạng thái"
      actions={data && <span className={styles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <FiguresStrip
        figures={above.map((figure) => ({
          name: statusFigures[figure].label,
          formula: statusFigures[figure].formula,
          value: data && statusFigure(data.counts, figure),
        }))}
      />
      <ListSurface
        name="/history-by-status"
        caption="Thời gian trạng thái"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên hoặc máy nhánh"
        filters={filters}
        tools={
          may(exportStatusTimes.access) && (
            <>
              <MailRegularly report="history-by-status" search={listQueryOf(state)} />
              <ExportMenu endpoint={exportStatusTimes} query={listQueryOf(state)} name="thoi-gian-trang-thai" />
            </>
          )
        }
        onOpen={({ id }) => open(id)}
        empty={
          <State
            drawing="empty"
            title="Chưa có nhân viên nào có máy nhánh"
            action={
              <WayOn to="/accounts" access="accounts.view">
                Tài khoản
              </WayOn>
            }
          >
            Thời gian của nhân viên được tính ở đây ngay khi điện thoại của họ kết nối.
          </State>
        }
      />
      <Suspense>
        <StatusDrawer id={state.id} rows={rows ?? []} period={state.filters} onOpen={open} />
      </Suspense>
    </Page>
  );
}
