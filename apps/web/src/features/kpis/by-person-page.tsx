import { type KpiMeasureName, kpiKinds, kpiMeasures, kpiState, kpis } from '@alo/contract';
import {
  Button,
  buttonClass,
  ChoiceList,
  type Column,
  DataTable,
  FilterChip,
  IconPlus,
  State,
  TableSkeleton,
} from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { percent, total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import type { ListPlace } from '../../resource/screen/screen.tsx';
import { byPerson, type Holder } from './by-person.ts';
import { KpiFigure, whoseCalls } from './kpi-figure.tsx';
import { amount, KpiStatus, periodInWords, periodsAround, periodText } from './kpi-words.tsx';
import styles from './kpis.module.css';

/** So many targets are shown at most: of more the month is looked at by department, or one by one. */
const most = 1000;

/** The targets of a month, a week or a day, one row for each person, team or department, its measures beside each other. */
export function KpisByPerson({ screen, onEach }: { screen: ListPlace; onEach: () => void }) {
  const read = useRead();
  const may = useMay();
  const mayChange = may(kpis.update.access);
  const navigate = useNavigate();
  const today = useToday();
  const { month: asked } = useSearch({ strict: false });
  const month = asked ?? today.slice(0, 7);
  const query = { month, sort: 'name', per_page: most } as const;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(kpis.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const { holders, measures } = useMemo(() => byPerson(data?.data ?? []), [data]);
  const columns = useMemo(() => columnsOf(measures, mayChange), [measures, mayChange]);
  const add = may(kpis.create.access) && (
    <Link to={`${screen.form}/add`} className={buttonClass('primary')}>
      <IconPlus aria-hidden />
      Thêm KPI
    </Link>
  );
  return (
    <Page
      title={screen.label}
      count={data && total({ total: holders.length, total_capped: data.total > most })}
      actions={holders.length > 0 && add}
    >
      <Surface>
        <div className={styles.chips}>
          <FilterChip
            label="Kỳ"
            value={periodText(month)}
            onClear={asked === undefined ? undefined : () => void navigate({ to: '.', search: {} })}
          >
            {(close) => (
              <ChoiceList
                label="Kỳ"
                choices={choicesOf(periodsAround(today))}
                value={month}
                onChoose={(chosen) => {
                  void navigate({ to: '.', search: { month: chosen } });
                  close();
                }}
              />
            )}
          </FilterChip>
          <Button size="sm" look="quiet" onClick={onEach}>
            Từng chỉ tiêu
          </Button>
        </div>
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <TableSkeleton columns={columnsOf(['answered', 'talk'])} />}
        {data !== undefined &&
          (holders.length === 0 ? (
            <State
              drawing="empty"
              title={`Chưa có KPI: ${periodInWords(month)}`}
              action={
                <WayOn to="/kpi/add" access={kpis.create.access}>
                  Thêm KPI
                </WayOn>
              }
            >
              KPI là mục tiêu của một tháng, tuần hoặc ngày cho nhân viên, nhóm hoặc phòng ban.
            </State>
          ) : (
            <DataTable
              caption={screen.label}
              columns={columns}
              rows={holders}
              rowId={({ id }) => id}
              stale={isPlaceholderData}
            />
          ))}
      </Surface>
    </Page>
  );
}

const columnsOf = (measures: readonly KpiMeasureName[], mayChange = false): readonly Column<Holder>[] => [
  { id: 'name', label: 'Nhân viên/Nhóm', cell: ({ name }) => <b>{name}</b> },
  { id: 'place', label: 'Thuộc', cell: ({ kind, place }) => place || kpiKinds[kind] },
  { id: 'state', label: 'Trạng thái', cell: ({ state }) => <KpiStatus state={state} /> },
  ...measures.map((measure): Column<Holder> => {
    const { label } = kpiMeasures[measure];
    return {
      id: measure,
      label,
      numeric: true,
      cell: (holder) => <Reached holder={holder} measure={measure} mayChange={mayChange} />,
      onCard: (holder) =>
        holder.targets[measure] === undefined ? null : (
          <>
            <span aria-hidden>{label} </span>
            <Reached holder={holder} measure={measure} mayChange={mayChange} />
          </>
        ),
    };
  }),
];

/** “384 cuộc / 200 cuộc · 192%”; what is late stands out. */
function Reached({ holder, measure, mayChange }: { holder: Holder; measure: KpiMeasureName; mayChange: boolean }) {
  const target = holder.targets[measure];
  if (target === undefined) return '–';
  const state = kpiState(measure, target, target);
  const share = target.percent === null ? '' : ` · ${percent(target.percent)}`;
  const aim = `/ ${amount(measure, target.target)}${share}`;
  return (
    <span className={styles.target}>
      <KpiFigure
        {...target}
        whose={whoseCalls(target.kind, holder.id)}
        of={`${holder.name}, ${kpiMeasures[measure].label}`}
      />
      <span className={styles.aim} data-late={state === 'behind' || state === 'failed' || undefined}>
        {mayChange ? (
          <Link to="/kpi/edit/$id" params={{ id: target.id }}>
            {aim}
          </Link>
        ) : (
          aim
        )}
      </span>
    </span>
  );
}
