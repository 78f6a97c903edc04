import {
  type AdherenceRow,
  adherenceFigures,
  adherenceReport,
  allAccount,
  allTeam,
  exportAdherence,
  type RequestOf,
} from '@alo/contract';
import { type Column, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, percent } from '../../kit/format/numbers.ts';
import { clock, dayOfIso, isoDay, lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';

const filters = [
  period('from', 'to', 'Thời gian'),
  only('team_id', reference('Nhóm', allTeam)),
  only('account_id', reference('Nhân viên', allAccount)),
  only('differs', oneOf('Chỉ ca có sai lệch', { 1: 'Có' } as const)),
];

/** Time goes on by itself, and nobody is told of every second; in milliseconds. */
const renewEvery = 60_000;

/** /roster-adherence: how planned days were kept, each the way to what the person did on it. */
export default function AdherencePage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof adherenceReport>['query'];
  const answer = useQuery({
    ...read(adherenceReport, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: renewEvery,
  });
  const counts = answer.data?.counts;
  const figure = (name: keyof typeof adherenceFigures, value: string | undefined) => ({
    name: adherenceFigures[name].label,
    formula: adherenceFigures[name].formula,
    value,
  });
  return (
    <Page title="Tuân thủ lịch">
      <FiguresStrip
        figures={[
          figure('adherence', counts && shareText(counts.adherence)),
          figure('shifts', counts && count(counts.shifts)),
          figure('absences', counts && count(counts.absences)),
          figure('late', counts && timesText(counts.late, counts.late_seconds)),
          figure('early', counts && timesText(counts.early, counts.early_seconds)),
          figure('over_break', counts && timesText(counts.over_break, counts.over_break_seconds)),
        ]}
      />
      <ListSurface
        name="/roster-adherence"
        caption="Tuân thủ lịch"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên hoặc máy nhánh"
        filters={filters}
        tools={
          may(exportAdherence.access) && (
            <ExportMenu endpoint={exportAdherence} query={listQueryOf(list.state)} name="tuan-thu-lich" />
          )
        }
        empty={
          <State
            drawing="empty"
            title="Chưa có ca nào đã bắt đầu"
            action={
              <WayOn to="/roster" access="roster.view">
                Lịch trực
              </WayOn>
            }
          >
            Ca đã xếp trong lịch trực được so với thời gian trạng thái của từng người ở đây.
          </State>
        }
      />
    </Page>
  );
}

const shareText = (value: number | null) => (value === null ? '–' : percent(value));
const timesText = (times: number, seconds: number) => (times === 0 ? '0' : `${count(times)} · ${lasted(seconds)}`);
const spanText = (seconds: number) => (seconds === 0 ? '–' : lasted(seconds));

const columns: readonly Column<AdherenceRow>[] = [
  { id: 'day', label: 'Ngày', cell: ({ day }) => `${weekdayOf(day)} ${dayOfIso(day)}` },
  {
    id: 'name',
    label: 'Nhân viên',
    // What they did on the day, one thing after the other; a night shift goes on into the next one.
    cell: ({ account_id: id, name, day, ends_at: end }) => (
      <Link
        to="/history-by-status"
        search={{ id, from: day, to: isoDay(end) }}
        aria-label={`${name}: trạng thái ngày ${dayOfIso(day)}`}
      >
        {name}
      </Link>
    ),
  },
  { id: 'extension', label: 'Máy nhánh', hidden: true, cell: ({ extension }) => extension },
  { id: 'team_name', label: 'Nhóm', hidden: true, cell: (row) => row.team_name || '–' },
  {
    id: 'shift_name',
    label: 'Ca',
    cell: ({ shift_name: name, starts_at: from, ends_at: to }) => `${name} ${clock(from)}–${clock(to)}`,
  },
  {
    id: 'adherence',
    label: adherenceFigures.adherence.label,
    numeric: true,
    cell: ({ adherence, absences }) =>
      absences > 0 ? <Status tone="bad">{adherenceFigures.absences.label}</Status> : shareText(adherence),
  },
  {
    id: 'late_seconds',
    label: adherenceFigures.late.label,
    numeric: true,
    cell: ({ late_seconds: seconds }) => spanText(seconds),
  },
  {
    id: 'early_seconds',
    label: adherenceFigures.early.label,
    numeric: true,
    cell: ({ early_seconds: seconds }) => spanText(seconds),
  },
  {
    id: 'over_break_seconds',
    label: adherenceFigures.over_break.label,
    numeric: true,
    cell: ({ over_break_seconds: seconds }) => spanText(seconds),
  },
  {
    id: 'worked_seconds',
    label: 'Đã làm',
    numeric: true,
    cell: ({ worked_seconds: worked, planned_seconds: planned }) => `${lasted(worked)} / ${lasted(planned)}`,
  },
];
