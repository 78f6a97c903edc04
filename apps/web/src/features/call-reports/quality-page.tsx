import { callQuality, exportCallQuality, historiesCall, type QualityRow, type RequestOf } from '@alo/contract';
import { type Column, digits, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import styles from './call-reports.module.css';
import { MailRegularly } from './mail-regularly.tsx';
import {} from './report-parts.tsx';

const kinds = { person: 'Máy nhánh', trunk: 'Đường truyền' } as const;
const filters = [period('from', 'to', 'Thời gian'), only('kind', oneOf('Phía', kinds))];
const none = <span aria-hidden>–</span>;
const ms = (value: number | null) => (value === null ? none : `${digits(value)} ms`);

/** /history-by-quality: on whose lines calls of some days sounded poor, the most of them first; a row leads to its calls. */
export default function QualityPage() {
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof callQuality>['query'];
  const answer = useQuery({ ...read(callQuality, { query }), placeholderData: keepPreviousData });
  const { data } = answer;

  return (
    <Page
      title="Chất lượng âm thanh"
      actions={data && <span className={styles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <FiguresStrip
        figures={[
          { name: 'Cuộc gọi gặp', formula: 'Cuộc gọi có người nghe máy', value: data && count(data.calls) },
          {
            name: 'Âm thanh kém',
            formula: 'MOS cả cuộc dưới 3,6 ở một phía, hoặc 10 giây tệ nhất dưới 2,6',
            value: data && count(data.poor),
          },
          {
            name: 'Tỷ lệ kém',
            formula: 'Âm thanh kém ÷ cuộc gọi gặp',
            value: data && share(data.poor, data.calls),
          },
        ]}
      />
      <ListSurface
        name="/history-by-quality"
        caption="Chất lượng âm thanh theo máy nhánh và đường truyền"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm máy nhánh, tên, đường truyền"
        filters={filters}
        tools={
          may(exportCallQuality.access) && (
            <>
              <MailRegularly report="history-by-quality" search={listQueryOf(state)} />
              <ExportMenu endpoint={exportCallQuality} query={listQueryOf(state)} name="chat-luong-am-thanh" />
            </>
          )
        }
        {...(may(historiesCall.access) && {
          onOpen: (row: QualityRow) =>
            void navigate({
              to: '/call-history',
              search: {
                ...(data && { from: data.from, to: data.to }),
                quality: 'poor',
                ...(row.kind === 'trunk' ? { trunk_id: row.id } : { extension: row.extension }),
              },
            }),
        })}
        empty={
          <State drawing="empty" title="Chưa có cuộc gọi nào">
            Máy nhánh và đường truyền có cuộc gọi trong những ngày này sẽ hiện ở đây, nơi kém nhiều nhất trước.
          </State>
        }
      />
    </Page>
  );
}

const columns: readonly Column<QualityRow>[] = [
  { id: 'name', label: 'Tên', sortable: true, cell: ({ name, extension }) => name || extension },
  {
    id: 'kind',
    label: 'Phía',
    cell: ({ kind, extension }) => (kind === 'person' ? `${kinds.person} ${extension}` : kinds.trunk),
  },
  { id: 'calls', label: 'Cuộc gặp', numeric: true, sortable: true, cell: ({ calls }) => count(calls) },
  { id: 'poor', label: 'Cuộc kém', numeric: true, sortable: true, cell: ({ poor }) => count(poor) },
  {
    id: 'poor_percent',
    label: 'Tỷ lệ kém',
    numeric: true,
    sortable: true,
    cell: ({ poor_percent: of }) => (of === null ? none : percent(of)),
  },
  {
    id: 'loss_percent',
    label: 'Mất gói',
    numeric: true,
    sortable: true,
    cell: ({ loss_percent: loss }) => (loss === null ? none : percent(loss)),
  },
  { id: 'jitter_ms', label: 'Lệch nhịp', numeric: true, sortable: true, cell: ({ jitter_ms: jitter }) => ms(jitter) },
  { id: 'round_trip_ms', label: 'Trễ', numeric: true, sortable: true, cell: ({ round_trip_ms: way }) => ms(way) },
  {
    id: 'devices',
    label: 'Thiết bị trong cuộc kém',
    cell: ({ devices }) =>
      devices.map(({ name, poor }) => `${name || 'Trình duyệt'} ${count(poor)}`).join(', ') || none,
  },
];
