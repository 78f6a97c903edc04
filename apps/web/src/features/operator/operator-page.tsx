import { operatedTenants, type RequestOf } from '@alo/contract';
import { type Column, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { bytes, count, total } from '../../kit/format/numbers.ts';
import { dayOfIso, isoDayIn } from '../../kit/format/time.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import type { Company } from './company.ts';
import { Health } from './health.tsx';
import styles from './operator.module.css';
import { SignUpSwitch } from './sign-up-switch.tsx';
import { TenantDrawer } from './tenant-drawer.tsx';

const soonMs = 30 * 86_400_000;

const columns: readonly Column<Company>[] = [
  { id: 'name', label: 'Công ty', cell: ({ name }) => name },
  { id: 'ma_dn', label: 'Mã', cell: ({ ma_dn }) => ma_dn },
  { id: 'people', label: 'Chỗ', cell: (row) => <Seats {...row} /> },
  { id: 'signed_in', label: 'Đang đăng nhập', numeric: true, cell: ({ signed_in }) => count(signed_in) },
  { id: 'calls', label: 'Cuộc gọi 30 ngày', numeric: true, cell: ({ calls }) => count(calls) },
  { id: 'recording_bytes', label: 'Ghi âm', numeric: true, cell: (row) => bytes(row.recording_bytes) },
  { id: 'licences', label: 'Bản quyền', cell: (row) => <Licences {...row} /> },
];

/** The companies of the installation, and how it is. */
export function OperatorPage() {
  const read = useRead();
  const list = useListState([]);
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search } = listQueryOf(state) as RequestOf<typeof operatedTenants>['query'];
  const answer = useQuery({ ...read(operatedTenants, { query: { page, search } }), placeholderData: keepPreviousData });
  const chosen = answer.data?.data.find(({ id }) => id === state.id);
  return (
    <Page
      title="Vận hành"
      count={answer.data && total(answer.data)}
      actions={
        <>
          <Link to="/operator/shares">Phần được cấp</Link>
          <Link to="/operator/carriers">Nhà mạng được giao</Link>
          <Link to="/operator/nodes">Máy</Link>
          <Link to="/operator/numbers">Đầu số của các công ty</Link>
          <Link to="/operator/refusals">Việc bị từ chối</Link>
        </>
      }
    >
      <div className={styles.above}>
        <Health />
        <SignUpSwitch />
      </div>
      <ListSurface
        name="/operator"
        caption="Các công ty"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm công ty hoặc mã"
        onOpen={({ id }) => open(id)}
        empty={
          <State drawing="empty" title="Chưa có công ty nào">
            Tạo công ty bằng lệnh tenant create, hoặc ở trang dùng thử.
          </State>
        }
      />
      <TenantDrawer company={chosen} onClose={() => open(undefined)} />
    </Page>
  );
}

function Seats({ people, seats }: Company) {
  if (seats === null) return `${count(people)}, không hạn chế`;
  const words = `${count(people)} / ${count(seats)}`;
  return people >= seats ? <Status tone="paused">{words}</Status> : words;
}

function Licences({ licences, trial_until: trial, time_zone: zone }: Company) {
  const [now] = useState(() => Date.now());
  const ends = [...licences.map(({ until }) => until), ...(trial === null ? [] : [trial])].toSorted();
  const [next] = ends;
  if (next === undefined) return 'Chưa có';
  const left = Date.parse(next) - now;
  const words = `${trial === null ? `${count(licences.length)} tính năng` : 'Dùng thử'}, đến ${dayOfIso(isoDayIn(next, zone))}`;
  if (left <= 0) return <Status tone="bad">{words}</Status>;
  return left < soonMs ? <Status tone="paused">{words}</Status> : words;
}
