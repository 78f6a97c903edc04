import type { CallRow } from '@alo/contract';
import {
  allAccount,
  allCampaign,
  allProject,
  allTrunk,
  bundleRecordings,
  callDirections,
  callPurposes,
  callTranscript,
  exportHistoriesCall,
  historiesCall,
  hoursOfDay,
  networkWords,
  numberAll,
  projects,
  queueOutcomes,
  queueWaits,
  type RequestOf,
  seesOutcomes,
  surveyScores,
  weekdays,
} from '@alo/contract';
import { type Column, later, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { callPlaces, callQueue } from '../../domain/calls/places.tsx';
import { outcomeField } from '../../domain/outcomes/outcome-field.tsx';
import { tagField } from '../../domain/tags/tag-field.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { total } from '../../kit/format/numbers.ts';
import { LiveMark } from '../../kit/live/live-mark.tsx';
import { useMay, useOwnExtension } from '../../kit/me/me.ts';
import { type ListState, listQueryOf, useListState } from '../../kit/url/list-state.ts';
import type { Search } from '../../kit/url/search.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { type Filter, only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text } from '../../resource/fields/text.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import type { Place } from '../../resource/screen/addresses.ts';
import { callColumns } from './call-columns.tsx';
import { outcome } from './outcome.tsx';
import { useBundle } from './use-bundle.ts';
import { useLiveCalls } from './use-live-calls.ts';

/** The list comes first. */
const CallDrawer = lazy(async () => ({ default: (await later(() => import('./call-drawer.tsx'))).CallDrawer }));

const outcomes = only('queue_outcome', oneOf('Rời hàng đợi', queueOutcomes));
/** Of calls of a queue: how they left it. */
const leftQueue: Filter = {
  ...outcomes,
  Chip: (chip) =>
    chip.values['queue_id'] === undefined && chip.values['queue_outcome'] === undefined ? null : (
      <outcomes.Chip {...chip} />
    ),
};

/** Shown where something leads to it: few would ask for it by themselves. */
const seldom = (filter: Filter): Filter => ({
  ...filter,
  Chip: (chip) => (filter.names.every((name) => chip.values[name] === undefined) ? null : <filter.Chip {...chip} />),
});

/** What is asked for most stands first: the others fold. */
const every: readonly Filter[] = [
  period('from', 'to', 'Thời gian'),
  only('direction', oneOf('Loại', callDirections)),
  only('status', outcome('Trạng thái')),
  only('account_id', reference('Nhân viên', allAccount)),
  only('outcome', outcomeField('Kết quả'), seesOutcomes),
  only('without_outcome', oneOf('Ghi kết quả', { '1': 'Chưa ghi' }), seesOutcomes),
  only('tag_id', tagField('Nhãn'), seesOutcomes),
  only('purpose', oneOf('Mục đích', { ...callPurposes, counted: 'Tính vào số liệu' })),
  only('campaign_id', reference('Chiến dịch', allCampaign), allCampaign.access),
  only('extension', text('Máy nhánh')),
  ...callPlaces,
  callQueue,
  leftQueue,
  seldom(only('queue_wait', oneOf('Chờ trong hàng', queueWaits))),
  seldom(only('hour', oneOf('Giờ', hoursOfDay))),
  seldom(only('weekday', oneOf('Thứ', weekdays))),
  seldom(only('ivr_path', text('Đường đi trong IVR'))),
  seldom(only('survey_score', oneOf('Khách chấm', surveyScores), seesOutcomes)),
  seldom(only('transferred', oneOf('Chuyển máy', { '1': 'Đã chuyển' }))),
  seldom(only('transferred_to', text('Chuyển đến máy'))),
  only('service_number_id', reference('Đầu số', numberAll)),
  only('project_id', reference('Dự án', allProject), projects.list.access),
  only('trunk_id', reference('Đường truyền', allTrunk)),
  seldom(only('measured', oneOf('Giọng nói', { '1': 'Đã đo' }))),
  only(
    'said',
    text('Có nói', { placeholder: 'bảo hành', hint: 'Tìm trong lời đã chép của ghi âm, có dấu hay không.' }),
    callTranscript.access,
  ),
  only('network_said', oneOf('Nhà mạng báo', networkWords)),
  only('quality', oneOf('Âm thanh', { poor: 'Kém' })),
  only('recording_refused', oneOf('Ghi âm', { '1': 'Khách từ chối' })),
  only('refused', oneOf('Quá tải', { '1': 'Bị từ chối' })),
  only('broken', oneOf('Cấu hình', { '1': 'Gặp chỗ hỏng' })),
];

const none: readonly string[] = [];

type CallQuery = RequestOf<typeof historiesCall>['query'];

/** What makes a call history of its own of some calls. */
export interface CallListScope {
  /** Its address, under which columns and views are remembered. */
  readonly name: Place;
  readonly title: string;
  /** What all of its calls are; nobody is asked for these. */
  readonly fixed?: Search;
  /** Of a file, without its ending; and its columns, where they are not those of the history. */
  readonly file: string;
  readonly fileColumns?: 'carrier';
  /** Columns that are shown here, though the whole history hides them, and hidden, though it shows them. */
  readonly shows?: readonly string[];
  readonly hides?: readonly string[];
  readonly empty: readonly [title: string, words: string, wayOn?: ReactNode];
  /** Above the list, of what it is narrowed down to. */
  readonly above?: (state: ListState) => ReactNode;
}

/** Conversations, newest first, as they happen: all of them, or those of one kind. */
export function CallList({
  name,
  title,
  fixed = {},
  file,
  fileColumns,
  shows = none,
  hides = none,
  empty,
  above,
}: CallListScope) {
  const read = useRead();
  const may = useMay();
  const filters = useMemo(() => every.filter(({ names }) => !names.some((one) => one in fixed)), [fixed]);
  const list = useListState(filters.flatMap(({ names }) => names));
  const isTold = may(seesOutcomes);
  const { state, open } = list;
  const asked = { ...listQueryOf(state), ...fixed };
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = asked as CallQuery;
  const answer = useQuery({ ...read(historiesCall, { query }), placeholderData: keepPreviousData });
  useLiveCalls();
  const own = useOwnExtension();
  const columns = useMemo(
    () =>
      callColumns(own)
        .filter(({ id }) => isTold || (id !== 'outcome' && id !== 'tags'))
        .map(
          (column): Column<CallRow> =>
            shows.includes(column.id) || hides.includes(column.id)
              ? { ...column, hidden: hides.includes(column.id) }
              : column,
        ),
    [own, isTold, shows, hides],
  );
  const { data } = answer;
  const { page: _page, per_page: _perPage, ...filtered } = asked;
  const recordings = useBundle(filtered as Parameters<typeof useBundle>[0]);

  return (
    <Page title={title} count={data && total(data)} actions={<LiveMark />}>
      {above?.(state)}
      <ListSurface
        name={name}
        caption={title}
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên hoặc số điện thoại"
        filters={filters.filter(({ access }) => access === undefined || may(access))}
        tools={
          may(exportHistoriesCall.access) && (
            <ExportMenu
              endpoint={exportHistoriesCall}
              query={{ ...asked, ...(fileColumns && { columns: fileColumns }) }}
              name={file}
              more={may(bundleRecordings.access) ? [recordings] : []}
            />
          )
        }
        onOpen={(call) => open(call.id)}
        empty={
          <State drawing="empty" title={empty[0]} action={empty[2]}>
            {empty[1]}
          </State>
        }
      />
      <Suspense>
        <CallDrawer id={state.id} rows={data?.data ?? []} said={asked.said} onOpen={open} />
      </Suspense>
    </Page>
  );
}
