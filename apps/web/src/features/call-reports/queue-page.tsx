import { callsByQueue, exportCallsByQueue, headOf, queueFigures, type RequestOf, type ResultOf } from '@alo/contract';
import { type Column, later, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { period } from '../../resource/fields/filters.tsx';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import styles from './call-reports.module.css';
import { MailRegularly } from './mail-regularly.tsx';
import { queueColumns, queueFigureText } from './queue-parts.tsx';

type Row = ResultOf<typeof callsByQueue>['data'][number];

const QueueDrawer = lazy(async () => ({
  default: (await later(() => import('./queue-drawer.tsx'))).QueueDrawer,
}));

const filters = [period('from', 'to', 'Thời gian')];
const above = [
  ...(['total', 'answered', 'service_level', 'abandoned', 'abandon_rate'] as const),
  ...(['wait_average', 'wait_longest'] as const),
] as const;

/** /history-by-queue: what came of calls in queues in some days, and opened by day and by quarter of an hour. */
export default function QueuePage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof callsByQueue>['query'];
  const answer = useQuery({ ...read(callsByQueue, { query }), placeholderData: keepPreviousData });
  const { data } = answer;
  const { from, to } = data ?? {};
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'name', label: 'Hàng đợi', sortable: true, cell: ({ name }) => name },
      ...queueColumns<Row>(({ id }) => ({
        queue_id: id,
        ...(from !== undefined && to !== undefined && { from, to }),
      })),
    ],
    [from, to],
  );

  return (
    <Page
      title="Báo cáo hàng đợi"
      actions={data && <span className={styles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <FiguresStrip
        figures={above.map((figure) => ({
          name: headOf(queueFigures[figure]),
          formula: queueFigures[figure].formula,
          value: data && queueFigureText(data.counts, figure),
        }))}
      />
      <ListSurface
        name="/history-by-queue"
        caption="Báo cáo hàng đợi"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm hàng đợi"
        filters={filters}
        tools={
          may(exportCallsByQueue.access) && (
            <>
              <MailRegularly report="history-by-queue" search={listQueryOf(state)} />
              <ExportMenu endpoint={exportCallsByQueue} query={listQueryOf(state)} name="bao-cao-hang-doi" />
            </>
          )
        }
        onOpen={({ id }) => open(id)}
        empty={
          <State
            drawing="empty"
            title="Chưa có hàng đợi nào"
            action={
              <WayOn to="/queue" access="queue.view">
                Hàng đợi
              </WayOn>
            }
          >
            Cuộc gọi vào hàng đợi được thống kê ở đây ngay khi khách rời hàng.
          </State>
        }
      />
      <Suspense>
        <QueueDrawer id={state.id} rows={data?.data ?? []} days={state.filters} onOpen={open} />
      </Suspense>
    </Page>
  );
}
