import { automations as contract, type InputOf } from '@alo/contract';
import { Button, Quiet } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './automations.module.css';
import { sentenceOf } from './sentence.ts';

type Input = InputOf<typeof contract>;

/** Ready-made ones: each is added switched off, to be looked through and rehearsed. What they name of a company's own is left to be chosen. */
const presets: readonly Input[] = [
  {
    name: 'Khách nhỡ, 5 phút chưa ai gọi lại',
    trigger: 'call.missed',
    wait_minutes: 5,
    unless_reached: true,
    actions: [{ kind: 'bell', text: 'Khách nhỡ chưa ai gọi lại' }],
  },
  {
    name: 'Quá nhiều khách chờ',
    trigger: 'queue.waiting',
    level: 5,
    for_minutes: 1,
    actions: [{ kind: 'bell', text: 'Hàng đợi quá đông' }],
  },
  {
    name: 'Khách chờ quá lâu',
    trigger: 'queue.longest',
    level: 120,
    actions: [{ kind: 'bell', text: 'Có khách chờ quá lâu' }],
  },
  {
    name: 'Mức phục vụ xuống thấp',
    trigger: 'queue.level',
    level: 80,
    for_minutes: 10,
    actions: [{ kind: 'bell', text: 'Mức phục vụ xuống thấp' }],
  },
  {
    name: 'Đường truyền mất kết nối',
    trigger: 'trunk.down',
    for_minutes: 1,
    actions: [{ kind: 'bell', text: 'Đường truyền mất kết nối' }],
  },
  {
    name: 'Ai chậm KPI vào cuối buổi',
    trigger: 'kpi.behind',
    at_time: '16:00',
    actions: [{ kind: 'bell', text: 'Chậm KPI' }],
  },
  {
    name: 'Khách mới từ bảng tính, gọi trong 30 phút',
    trigger: 'customer.added',
    actions: [{ kind: 'task', text: 'Gọi khách mới', taker: 'owner', minutes: 30 }],
  },
  {
    name: 'Khách rút lại đồng ý',
    trigger: 'consent.changed',
    actions: [{ kind: 'bell', text: 'Khách đổi ý về dữ liệu, quảng cáo' }],
  },
];

/** Above the list: open while there is none, out of the way after that. */
export function Presets() {
  const { api, toasts, changes } = useConsole();
  const may = useMay();
  const navigate = useNavigate();
  const { data } = useQuery(useRead()(contract.list, { query: { per_page: 1 } }));
  const making = useMutation({
    mutationFn: async (preset: Input) => {
      // Chosen twice there would be two of one name.
      const name = `${preset.name}${data?.total ? ` (${new Date().toLocaleTimeString('vi')})` : ''}`;
      return api(contract.create, { body: { ...preset, name } });
    },
    onSuccess: async ({ id }) => {
      await changes.stale(contract.screen);
      await navigate({ to: '/automation/edit/$id', params: { id } });
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  if (!may('automations.create') || data === undefined) return null;
  return (
    <details className={styles.presets} open={data.total === 0}>
      <summary>Bắt đầu từ mẫu có sẵn</summary>
      <Quiet>Mẫu được thêm ở trạng thái tắt. Xem lại, chọn thêm việc, diễn tập rồi hãy bật.</Quiet>
      <ul>
        {presets.map((preset) => (
          <li key={preset.name}>
            <div>
              <b>{preset.name}</b>
              <Quiet>{sentenceOf(preset)}</Quiet>
            </div>
            <Button
              size="sm"
              busy={making.isPending && making.variables.name === preset.name}
              aria-label={`Dùng mẫu ${preset.name}`}
              onClick={() => making.mutate(preset)}
            >
              Dùng mẫu
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
