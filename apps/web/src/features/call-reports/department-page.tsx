import { callsByDepartment, exportCallsByDepartment, type RequestOf, type ResultOf } from '@alo/contract';
import { type Column, later, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { CallCountsStrip } from '../../domain/calls/call-counts-strip.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import styles from './call-reports.module.css';
import { MailRegularly } from './mail-regularly.tsx';
import { figureColumns, reportFilters } from './report-parts.tsx';

type Row = ResultOf<typeof callsByDepartment>['data'][number];

const DepartmentDrawer = lazy(async () => ({
  default: (await later(() => import('./department-drawer.tsx'))).DepartmentDrawer,
}));

/** /history-by-department-team: what the calls of some days come to by department, and opened by team and person. */
export default function DepartmentPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(reportFilters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof callsByDepartment>['query'];
  const answer = useQuery({ ...read(callsByDepartment, { query }), placeholderData: keepPreviousData });
  const { data } = answer;
  const { from, to } = data ?? {};
  const { direction, team_id, queue_id } = state.filters;
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'name', label: 'Phòng ban', sortable: true, cell: ({ name }) => name },
      { id: 'people', label: 'Nhân viên', numeric: true, sortable: true, cell: ({ people }) => count(people) },
      ...figureColumns<Row>(({ id }) => ({
        ...(from !== undefined && to !== undefined && { from, to }),
        ...(direction !== undefined && { direction }),
        ...(queue_id !== undefined && { queue_id }),
        ...(team_id === undefined ? { department_id: id } : { department_id: id, team_id }),
      })),
    ],
    [from, to, direction, team_id, queue_id],
  );

  return (
    <Page
      title="Lịch sử theo phòng ban / nhóm"
      actions={data && <span className={styles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <CallCountsStrip
        counts={data?.counts}
        of={['total', 'inbound', 'outbound', 'internal', 'answered', 'answer_rate', 'talk_seconds']}
      />
      <ListSurface
        name="/history-by-department-team"
        caption="Lịch sử theo phòng ban / nhóm"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm phòng ban"
        filters={reportFilters}
        tools={
          may(exportCallsByDepartment.access) && (
            <>
              <MailRegularly report="history-by-department-team" search={listQueryOf(state)} />
              <ExportMenu endpoint={exportCallsByDepartment} query={listQueryOf(state)} name="lich-su-theo-phong-ban" />
            </>
          )
        }
        onOpen={({ id }) => open(id)}
        empty={
          <State
            drawing="empty"
            title="Chưa có ai có máy nhánh"
            action={
              <WayOn to="/subscribers" access="subscribers.view">
                Máy nhánh
              </WayOn>
            }
          >
            Nhân viên được gán máy nhánh và phòng ban sẽ được thống kê ở đây.
          </State>
        }
      />
      <Suspense>
        <DepartmentDrawer id={state.id} rows={data?.data ?? []} filters={state.filters} onOpen={open} />
      </Suspense>
    </Page>
  );
}
