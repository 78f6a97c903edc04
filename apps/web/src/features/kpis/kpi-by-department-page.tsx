import { type KpiMeasureName, type KpiPlace, kpiByDepartment, kpiMeasures, type ResultOf } from '@alo/contract';
import { Button, ChoiceList, type Column, classNames, FilterChip, State, TableSkeleton } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { choicesOf } from '../../shared/fields/choices-of.ts';
import { count, percent } from '../../shared/format/numbers.ts';
import { LoadFailed } from '../../shared/list/list-surface.tsx';
import { Page, Surface } from '../../shared/page/page.tsx';
import { useToday } from '../../shared/use-seconds.ts';
import { amount, KpiStatus, measureWords, monthsAround, monthText } from './kpi-words.tsx';
import styles from './kpis.module.css';

const columns: readonly Column<KpiPlace>[] = [
  { id: 'name', label: 'Phòng ban', cell: ({ name }) => name },
  { id: 'people', label: 'Nhân viên', numeric: true, cell: ({ people }) => people },
  { id: 'target', label: 'Mục tiêu', numeric: true, cell: ({ target }) => target },
  { id: 'reached', label: 'Thực hiện', numeric: true, cell: ({ reached }) => reached },
  { id: 'percent', label: '% hoàn thành', numeric: true, cell: () => null },
  { id: 'met', label: 'Đạt', numeric: true, cell: () => null },
  { id: 'state', label: 'Trạng thái', cell: () => null },
];

/** /kpi-by-department: one measure of a month, from departments down to people. */
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
  const months = monthsAround(useToday());
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
            label="Tháng"
            value={shownMonth && monthText(shownMonth)}
            onClear={() => go({ month: undefined })}
          >
            {(close) => (
              <ChoiceList
                label="Tháng"
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
            onClear={() => go({ measure: undefined })}
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
        {data === undefined && error === null && <TableSkeleton columns={columns} density="normal" />}
        {data?.data.length === 0 && (
          <State drawing="empty" title="Chưa có phòng ban nào">
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
  return (
    <>
      <p className={styles.formula}>
        <span>
          {kpiMeasures[measure].label}: {kpiMeasures[measure].formula}.{' '}
          {passed < 0
            ? 'Tháng chưa bắt đầu.'
            : passed >= days
              ? 'Tháng đã kết thúc.'
              : `Đã qua ${count(passed)}/${count(days)} ngày.`}
        </span>
        {below.size > 0 && (
          <Button size="sm" look="quiet" onClick={() => setOpened(allOpen ? new Set() : below)}>
            {allOpen ? 'Thu gọn' : 'Mở tất cả'}
          </Button>
        )}
      </p>
      {/* A table wider than a phone is moved by the keyboard, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <section className={styles.scroll} tabIndex={0} aria-label={`Bảng KPI tháng ${monthText(month)}`}>
        <table className={styles.table} data-stale={stale || undefined} aria-label="KPI theo phòng ban">
          <thead>
            <tr>
              {columns.map(({ id, label, numeric }) => (
                <th key={id} scope="col" className={classNames(numeric === true && styles.number)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.filter(isShown).map((place) => (
              <tr key={place.id} data-kind={place.kind}>
                <th scope="row" style={{ paddingInlineStart: 12 + 24 * depthOf(place) }}>
                  {below.has(place.id) ? (
                    <button
                      type="button"
                      className={styles.toggle}
                      aria-expanded={opened.has(place.id)}
                      onClick={() => toggle(place.id)}
                    >
                      <span aria-hidden>{opened.has(place.id) ? '▾' : '▸'}</span> {place.name}
                    </button>
                  ) : place.kind === 'person' ? (
                    <Link to="/kpis" search={{ month, account_id: place.id }}>
                      {place.name}
                    </Link>
                  ) : (
                    place.name
                  )}
                </th>
                <td className={styles.number}>{place.kind === 'person' ? '' : count(place.people)}</td>
                <td className={styles.number}>{amount(measure, place.target)}</td>
                <td className={styles.number}>{amount(measure, place.reached)}</td>
                <td className={styles.number}>{place.percent === null ? '–' : percent(place.percent)}</td>
                <td className={styles.number}>
                  {place.kind === 'person' || place.aimed === 0 ? '' : `${count(place.met)}/${count(place.aimed)}`}
                </td>
                <td>{place.state === null ? 'Chưa đặt' : <KpiStatus state={place.state} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
