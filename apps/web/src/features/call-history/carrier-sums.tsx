import { type CarrierSum, carrierSums, type RequestOf } from '@alo/contract';
import { Button, type Column, DataTable } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dayOfIso, lasted } from '../../kit/format/time.ts';
import type { ListState } from '../../kit/url/list-state.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Surface } from '../../resource/page/page.tsx';
import styles from './carrier-sums.module.css';

const groups = { days: 'Theo ngày', numbers: 'Theo đầu số', hours: 'Theo giờ' } as const;
type Group = keyof typeof groups;

/** What the calls of a carrier come to over the filter, and the same by day, number or hour: as one holds them against its bill. */
export function CarrierSums({ carrier, filters }: { carrier: string; filters: ListState['filters'] }) {
  const [opened, setOpened] = useState<Group>();
  const read = useRead();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { ...filters, carrier } as RequestOf<typeof carrierSums>['query'];
  const { data, error } = useQuery({ ...read(carrierSums, { query }), placeholderData: keepPreviousData });
  if (error !== null) {
    const [mistake = explain(error).text] = Object.values(mistakesToldBy(error) ?? {});
    return <p className={styles.none}>Chưa tính được tổng: {mistake}</p>;
  }
  const total = data?.total;
  const days = data && `${dayOfIso(data.from)} – ${dayOfIso(data.to)}`;
  return (
    <section aria-label={`Tổng cuộc gọi qua ${carrier}`}>
      <FiguresStrip
        figures={[
          { name: 'Số cuộc', value: total && count(total.total), of: days },
          { name: 'Gọi vào', value: total && count(total.inbound) },
          { name: 'Gọi ra', value: total && count(total.outbound) },
          { name: 'Gặp', value: total && count(total.answered) },
          { name: 'Đàm thoại', value: total && lasted(total.talk_seconds) },
        ]}
      />
      <div className={styles.groups}>
        {(Object.entries(groups) as [Group, string][]).map(([group, label]) => (
          <Button
            key={group}
            size="sm"
            look={opened === group ? 'default' : 'quiet'}
            aria-pressed={opened === group}
            onClick={() => setOpened(opened === group ? undefined : group)}
          >
            {label}
          </Button>
        ))}
      </div>
      {opened !== undefined && data !== undefined && (
        <div className={styles.table}>
          <Surface>
            {data[opened].length === 0 ? (
              <p className={styles.none}>Không có cuộc gọi nào trong những ngày này.</p>
            ) : (
              <DataTable
                caption={`Cuộc gọi qua ${carrier} ${groups[opened].toLowerCase()}`}
                columns={columnsOf(opened)}
                rows={data[opened]}
                rowId={({ name }) => name}
              />
            )}
          </Surface>
        </div>
      )}
    </section>
  );
}

const columnsOf = (group: Group): readonly Column<CarrierSum>[] => [
  {
    id: 'name',
    label: { days: 'Ngày', numbers: 'Đầu số', hours: 'Giờ' }[group],
    cell: (row) => <Called row={row} group={group} />,
  },
  { id: 'total', label: 'Số cuộc', numeric: true, cell: ({ total }) => count(total) },
  { id: 'inbound', label: 'Gọi vào', numeric: true, cell: ({ inbound }) => count(inbound) },
  { id: 'outbound', label: 'Gọi ra', numeric: true, cell: ({ outbound }) => count(outbound) },
  { id: 'answered', label: 'Gặp', numeric: true, cell: ({ answered }) => count(answered) },
  { id: 'talk', label: 'Đàm thoại', numeric: true, cell: ({ talk_seconds: talk }) => lasted(talk) },
];

/** The way to its calls, among those that are shown. */
function Called({ row: { key, name }, group }: { row: CarrierSum; group: Group }) {
  const words = { days: dayOfIso, numbers: groupedPhone, hours: (hour: string) => hour }[group](name);
  if (key === '') return words;
  const narrowed = { days: { from: key, to: key }, numbers: { service_number_id: key }, hours: { hour: key } }[group];
  return (
    <Link to="." search={(before: object) => ({ ...before, ...narrowed, page: undefined })}>
      {words}
    </Link>
  );
}
