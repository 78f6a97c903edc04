import { apiKeys as contract, type RowOf, renewApiKey } from '@alo/contract';
import { Actions, Status } from '@alo/ui';

import { useState } from 'react';
import { permissionList } from '../../domain/permissions/permission-field.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { dayOfIso, isoDay } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff } from '../../resource/fields/choices.tsx';
import { lines } from '../../resource/fields/lines.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { SecretOnce } from '../../resource/page/secret-once.tsx';

type Row = RowOf<typeof contract>;

export default adminResource({
  contract,
  noun: 'khoá API',
  purpose: 'Khoá API cho một chương trình, như CRM, làm một phần việc thay bạn. Cách dùng ở /docs.',
  // Who made one needs its secret: it is made there.
  landing: ({ id }) => ({ id }),
  Aside: ({ row }) => <Secret key={row.id} row={row} />,
  columns: {
    name: 'Tên khoá',
    prefix: { label: 'Bắt đầu bằng', render: (prefix) => (prefix === '' ? 'Chưa có mật' : <code>{prefix}…</code>) },
    owner_name: { label: 'Người tạo', render: (name) => name ?? '–' },
    sandbox: {
      label: 'Để chạy thử',
      hidden: true,
      render: (sandbox) => (sandbox ? 'Chạy thử: gọi khách thử' : 'Không'),
    },
    scopes: { label: 'Số quyền', numeric: true, sortable: false, render: (scopes) => scopes?.length ?? 0 },
    expires_on: { label: 'Dùng đến', render: (until) => <Until day={until ?? null} /> },
    networks: {
      label: 'Mạng được phép',
      sortable: false,
      hidden: true,
      render: (networks) => networks?.join(', ') || 'Bất cứ đâu',
    },
    requests_per_minute: { label: 'Lượt mỗi phút', numeric: true, hidden: true, render: String },
    last_used_at: { label: 'Dùng lần cuối', render: (at) => (at === null ? 'Chưa dùng' : <Moment at={at} />) },
  },
  fields: {
    name: text('Tên khoá', { hint: 'Tên chương trình sẽ dùng khoá này. Ví dụ CRM.' }),
    sandbox: onOff('Khoá chạy thử', {
      on: 'Chạy thử: chỉ xem, và gọi khách thử',
      off: 'Không',
      hint: 'Để thử chương trình với dữ liệu thật mà không ai bị gọi: cuộc gọi ra ngoài và mã OTP đều do khách thử nghe.',
    }),
    expires_on: day('Dùng đến hết ngày', { hint: 'Để trống nếu không có hạn.' }),
    networks: lines('Mạng được phép', {
      hint: 'Nơi chương trình gọi tới: mỗi dòng một địa chỉ IP hoặc dải mạng, ví dụ 203.0.113.0/24. Để trống: từ bất cứ đâu.',
    }),
    requests_per_minute: number('Số lượt gọi mỗi phút', { blank: 600 }),
    scopes: permissionList('Quyền của khoá', {
      hint: 'Chỉ chọn những gì chương trình cần. Khoá không làm được gì mà chính bạn không được làm.',
      but: ['api-keys'],
    }),
    note: textarea('Ghi chú'),
  },
});

function Until({ day: until }: { day: string | null }) {
  const [today] = useState(() => isoDay(Date.now()));
  if (until === null) return 'Không hạn';
  return until < today ? <Status tone="bad">Hết hạn {dayOfIso(until)}</Status> : dayOfIso(until);
}

function Secret({ row }: { row: Row }) {
  const { api, changes } = useConsole();
  const may = useMay();
  if (!may(renewApiKey.access)) return null;
  return (
    <Actions apart={20}>
      <SecretOnce
        label="Khoá bí mật"
        isThere={row.prefix !== ''}
        help="Chương trình gửi nó trong Authorization: Bearer …"
        make={() => api(renewApiKey, { params: { id: row.id } })}
        onMade={() => changes.stale(contract.screen)}
      />
    </Actions>
  );
}
