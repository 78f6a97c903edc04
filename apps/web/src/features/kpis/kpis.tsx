import { allAccount, allDepartment, allTeam, kpis as contract, kpiKinds, kpiMeasures, kpiState } from '@alo/contract';
import { Button } from '@alo/ui';
import { useParams, useSearch } from '@tanstack/react-router';
import { createContext, lazy, Suspense, use, useState } from 'react';
import { percent } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { textarea } from '../../resource/fields/text.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import type { ListPlace, ResourceScreen } from '../../resource/screen/screen.tsx';
import { holderOf } from './by-person.ts';
import { KpiFigure, whoseCalls } from './kpi-figure.tsx';
import { amount, KpiStatus, measureWords, periodText } from './kpi-words.tsx';
import { month } from './month-field.tsx';

/** From the targets one by one to those of each person. */
const BackContext = createContext<() => void>(() => undefined);

const resource = adminResource({
  contract,
  noun: 'KPI',
  purpose:
    'KPI là mục tiêu của một tháng, tuần hoặc ngày cho nhân viên, nhóm hoặc phòng ban. Thực hiện được tính từ cuộc gọi và kết quả đã ghi.',
  // Targets of one person stand together.
  order: 'name',
  Notice: function WayBack() {
    const back = use(BackContext);
    return (
      <Button size="sm" look="quiet" onClick={back}>
        Mỗi người một dòng
      </Button>
    );
  },
  columns: {
    name: 'Nhân viên/Nhóm',
    passed: {
      label: 'Trạng thái',
      sortable: false,
      render: (_, row) => <KpiStatus state={kpiState(row.measure, row, row)} />,
    },
    measure: {
      label: 'Chỉ tiêu',
      render: (measure) => <span title={kpiMeasures[measure].formula}>{kpiMeasures[measure].label}</span>,
    },
    target: { label: 'Mục tiêu', numeric: true, render: (target, { measure }) => amount(measure, target) },
    reached: {
      label: 'Thực hiện',
      numeric: true,
      render: (_, row) => <KpiFigure {...row} whose={whoseCalls(row.kind, holderOf(row))} of={row.name} />,
    },
    percent: {
      label: '% hoàn thành',
      numeric: true,
      render: (share) => (share === null ? '–' : percent(share)),
    },
    month: { label: 'Kỳ', render: periodText },
    department_name: { label: 'Phòng ban', render: (name) => name ?? '–' },
    team_name: { label: 'Nhóm', hidden: true, render: (name) => name ?? '–' },
    kind: { label: 'Áp dụng cho', hidden: true, render: (kind) => kpiKinds[kind] },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => <Moment at={at} /> },
  },
  fields: {
    kind: oneOf('Áp dụng cho', kpiKinds, { blank: 'person' }),
    account_id: reference('Nhân viên', allAccount),
    team_id: reference('Nhóm', allTeam),
    department_id: reference('Phòng ban', allDepartment),
    month: month('Kỳ'),
    measure: oneOf('Chỉ tiêu', measureWords),
    target: number('Mục tiêu của kỳ', { decimals: 1 }),
    note: textarea('Ghi chú'),
  },
  once: ['kind', 'account_id', 'team_id', 'department_id', 'month', 'measure'],
  sections: [
    { title: 'Nhân viên', when: ({ kind }) => kind === 'person', fields: ['account_id'] },
    { title: 'Nhóm', when: ({ kind }) => kind === 'team', fields: ['team_id'] },
    { title: 'Phòng ban', when: ({ kind }) => kind === 'department', fields: ['department_id'] },
    { title: 'Mục tiêu', fields: ['month', 'measure', 'target', 'note'] },
  ],
  filters: [
    only('month', month('Kỳ')),
    only('measure', oneOf('Chỉ tiêu', measureWords)),
    only('department_id', reference('Phòng ban', allDepartment)),
    only('team_id', reference('Nhóm', allTeam)),
    only('account_id', reference('Nhân viên', allAccount)),
    only('kind', oneOf('Áp dụng cho', kpiKinds)),
  ],
});

const SetPage = lazy(async () => ({ default: (await import('./set-page.tsx')).SetPage }));

const KpisByPerson = lazy(async () => ({ default: (await import('./by-person-page.tsx')).KpisByPerson }));

export default {
  ...resource,
  /** One row a person, until targets are looked at one by one: to be searched, narrowed down, changed many at once, brought and exported. */
  List: function KpiList({ screen }: { screen: ListPlace }) {
    const asked = useSearch({ strict: false });
    // Whoever comes with more than a month is led to certain targets.
    const [each, setEach] = useState(() => Object.keys(asked).some((name) => name !== 'month'));
    return each ? (
      <BackContext value={() => setEach(false)}>
        <resource.List screen={screen} />
      </BackContext>
    ) : (
      <Suspense>
        <KpisByPerson screen={screen} onEach={() => setEach(true)} />
      </Suspense>
    );
  },
  /** One target is changed by itself; what is added is added for many. */
  Form: function KpiForm({ screen }: { screen: ResourceScreen }) {
    const { id } = useParams({ strict: false });
    return id === undefined ? <SetPage /> : <resource.Form screen={screen} />;
  },
};
