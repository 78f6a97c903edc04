import { allAccount, dataSources as contract, dataSourceKinds } from '@alo/contract';
import { Status } from '@alo/ui';
import { dateTime } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { SheetSync } from './sheet-sync.tsx';

export default adminResource({
  contract,
  noun: 'nguồn dữ liệu',
  purpose: 'Nguồn dữ liệu cho biết khách hàng đến từ đâu, để biết nguồn nào mang lại khách tốt.',
  Aside: ({ row }) => row.kind === 'google-sheet' && <SheetSync key={row.id} row={row} />,
  columns: {
    name: 'Tên nguồn',
    code: 'Mã',
    kind: 'Loại nguồn',
    last_sync_at: {
      label: 'Đồng bộ gần nhất',
      sortable: false,
      render: (at, { last_sync_error: error }) =>
        at === null ? '–' : error === '' ? dateTime(at) : <Status tone="bad">{error}</Status>,
    },
    user_name: { label: 'Người nhận khách', render: (name) => name ?? '–' },
    note: 'Ghi chú',
  },
  fields: {
    name: text('Tên nguồn'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách. Ví dụ FB-ADS.' }),
    kind: oneOf('Loại nguồn', dataSourceKinds, { blank: 'manual' }),
    sheet_id: text('Mã Google Sheet', { hint: 'Đoạn giữa /d/ và /edit trong địa chỉ của bảng tính.' }),
    sheet_name: text('Tên trang tính', {
      hint: 'Tên ở thẻ phía dưới bảng tính, hoặc gid=… ở cuối địa chỉ: đọc theo gid giữ nguyên mọi ô.',
    }),
    user_id: reference('Người nhận khách', allAccount),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Google Sheet',
      help: 'Khách hàng được đọc từ bảng tính này. Hãy cho “Bất kỳ ai có đường liên kết” xem, hoặc lưu rồi dùng tài khoản dịch vụ.',
      when: ({ kind }) => kind === 'google-sheet',
      fields: [['sheet_id', 'sheet_name']],
    },
  ],
  filters: [only('kind', oneOf('Loại nguồn', dataSourceKinds))],
});
