import { type KpiMeasureName, type KpiPlace, kpiByDepartment, kpiMeasures, type ResultOf } from '@alo/contract';
import {
  Button,
  ChoiceList,
  type Column,
  DataTable,
  FilterChip,
  IconChevronDown,
  IconChevronRight,
  State,
  TableSkeleton,
} from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count, percent } from '../../kit/format/numbers.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import { KpiFigure, whoseCalls } from './kpi-figure.tsx';
import { amount, KpiStatus, measureWords, periodsAround, periodText } from './kpi-words.tsx';
import styles from './kpis.module.css';

/** /kpi-by-department: one measure of a month, a week or a day, from departments down to people. */
export default function KpiByDepartmentPage() {
  const read = useRead();
  const navigate = useNavigate();
  // Addresses carry plain words; the server parses them again and refuses what makes no sense.
  const { month, measure } = useSearch({ strict: false }) as { month?: string; measure?: KpiMeasureName };
  const asked = { ...(month !== undefined && { month }), ...(measure !== undefined && { measure }) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(kpiByDepartment, { query: asked }),
    placeholderData: keepPreviousData,
    // Calls end all the time; who looks at the month need not see each.
    refetchInterval: 60_000,
  });
  const months = periodsAround(useToday());
  const go = (change: { month?: string | undefined; measure?: string | undefined }) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries({ ...asked, ...change }).filter(([, set]) => set !== undefined)),
    });
  const shownMonth = data?.month ?? month;
  const shownMeasure = data?.measure ?? measure;
  return (
    <Page title="KPI theo phòng ban">
      <Surface>
        <div className={styles.chips}>
          <FilterChip
            label="Kỳ"
            value={shownMonth && periodText(shownMonth)}
            onClear={month === undefined ? undefined : () => go({ month: undefined })}
          >
            {(close) => (
              <ChoiceList
                label="Kỳ"
                choices={choicesOf(months)}
                value={shownMonth}
                onChoose={(chosen) => {
                  go({ month: chosen });
                  close();
                }}
              />
            )}
          </FilterChip>
          <FilterChip
            label="Chỉ tiêu"
            value={shownMeasure && kpiMeasures[shownMeasure]?.label}
            onClear={measure === undefined ? undefined : () => go({ measure: undefined })}
          >
            {(close) => (
              <ChoiceList
                label="Chỉ tiêu"
                choices={choicesOf(measureWords)}
                value={shownMeasure}
                onChoose={(chosen) => {
                  go({ measure: chosen });
                  close();
                }}
              />
            )}
          </FilterChip>
        </div>
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <TableSkeleton
            columns={columnsFor(
              'answered',
              ({ name }) => name,
              () => '',
            )}
          />
        )}
        {data?.data.length === 0 && (
          <State
            drawing="empty"
            title="Chưa có phòng ban nào"
            action={
              <WayOn to="/department/add" access="departments.create">
                Thêm phòng ban
              </WayOn>
            }
          >
            Thêm phòng ban và nhân viên, rồi đặt KPI cho họ.
          </State>
        )}
        {data !== undefined && data.data.length > 0 && <Places of={data} stale={isPlaceholderData} />}
      </Surface>
    </Page>
  );
}

function Places({
  of: { data, measure, month, passed, days },
  stale,
}: {
  of: ResultOf<typeof kpiByDepartment>;
  stale: boolean;
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const places = new Map(data.map((place) => [place.id, place]));
  const depthOf = ({ parent }: KpiPlace): number => {
    const above = parent === null ? undefined : places.get(parent);
    return above === undefined ? 0 : 1 + depthOf(above);
  };
  const isShown = ({ parent }: KpiPlace): boolean => {
    const above = parent === null ? undefined : places.get(parent);
    return above === undefined || (opened.has(above.id) && isShown(above));
  };
  const below = new Set(data.flatMap(({ parent }) => parent ?? []));
  const allOpen = [...below].every((id) => opened.has(id));
  const toggle = (id: string) =>
    setOpened((was) => (was.has(id) ? new Set([...was].filter((one) => one !== id)) : new Set([...was, id])));
  const nameOf = (place: KpiPlace) => {
    const isOpen = opened.has(place.id);
    return (
      <span className={styles.place} data-kind={place.kind} style={{ paddingInlineStart: 20 * depthOf(place) }}>
        {below.has(place.id) ? (
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => toggle(place.id)}>
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            <span>{place.name}</span>
          </button>
        ) : place.kind === 'person' ? (
          <Link to="/kpis" search={{ month, account_id: place.id }} className={styles.leaf}>
            {place.name}
          </Link>
        ) : (
          <span className={styles.leaf}>{place.name}</span>
        )}
      </span>
    );
  };
  const figureOf = ({ id, kind, name, reached }: KpiPlace) => (
    <KpiFigure {...{ measure, month, reached }} whose={whoseCalls(kind, id)} of={name} />
  );
  return (
    <>
      <p className={styles.formula}>
        <span>
          {kpiMeasures[measure].label}: {kpiMeasures[measure].formula}.{' '}
          {passed < 0
            ? 'Kỳ này chưa bắt đầu.'
            : passed >= days
              ? 'Kỳ này đã kết thúc.'
              : `Đã qua ${count(passed)}/${count(days)} ngày.`}
        </span>
        {below.size > 0 && (
          <Button size="sm" look="quiet" onClick={() => setOpened(allOpen ? new Set() : below)}>
            {allOpen ? 'Thu gọn' : 'Mở tất cả'}
          </Button>
        )}
      </p>
      <DataTable
        caption="KPI theo phòng ban"
        columns={columnsFor(measure, nameOf, figureOf)}
        rows={data.filter(isShown)}
        rowId={({ id }) => id}
        stale={stale}
      />
    </>
  );
}

/** What matters most comes first: a phone shows the first five. */
const columnsFor = (
  measure: KpiMeasureName,
  nameOf: (place: KpiPlace) => ReactNode,
  figureOf: (place: KpiPlace) => ReactNode,
): readonly Column<KpiPlace>[] => [
  { id: 'name', label: 'Phòng ban', cell: nameOf },
  {
    id: 'state',
    label: 'Trạng thái',
    cell: ({ state }) => (state === null ? 'Chưa đặt' : <KpiStatus state={state} />),
  },
  { id: 'target', label: 'Mục tiêu', numeric: true, cell: ({ target }) => amount(measure, target) },
  { id: 'reached', label: 'Thực hiện', numeric: true, cell: figureOf },
  {
    id: 'percent',
    label: '% hoàn thành',
    numeric: true,
    cell: ({ percent: reached }) => (reached === null ? '–' : percent(reached)),
  },
  {
    id: 'met',
    label: 'Người đạt',
    numeric: true,
    cell: ({ kind, aimed, met }) => (kind === 'person' || aimed === 0 ? '' : `${count(met)}/${count(aimed)}`),
  },
  {
    id: 'people',
    label: 'Nhân viên',
    numeric: true,
    cell: ({ kind, people }) => (kind === 'person' ? '' : count(people)),
  },
];
