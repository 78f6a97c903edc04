import { allAccount, dataSources as contract, dataSourceKinds } from '@alo/contract';

import { oneOf } from '../../shared/fields/choices.tsx';
import { only } from '../../shared/fields/filters.tsx';
import { reference } from '../../shared/fields/references.tsx';
import { text, textarea } from '../../shared/fields/text.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';

export default adminResource({
  contract,
  noun: 'nguồn dữ liệu',
  purpose: 'Nguồn dữ liệu cho biết khách hàng đến từ đâu, để biết nguồn nào mang lại khách tốt.',
  columns: {
    name: 'Tên nguồn',
    code: 'Mã',
    kind: 'Loại nguồn',
    user_name: { label: 'Người nhận khách', render: (name) => name ?? '–' },
    note: 'Ghi chú',
  },
  fields: {
    name: text('Tên nguồn'),
    code: text('Mã', { hint: 'Ngắn, không dấu cách. Ví dụ FB-ADS.' }),
    kind: oneOf('Loại nguồn', dataSourceKinds, { blank: 'manual' }),
    sheet_id: text('Mã Google Sheet', { hint: 'Đoạn giữa /d/ và /edit trong địa chỉ của bảng tính.' }),
    sheet_name: text('Tên trang tính', { hint: 'Tên ở thẻ phía dưới bảng tính.' }),
    user_id: reference('Người nhận khách', allAccount),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Google Sheet',
      help: 'Khách hàng được đọc từ bảng tính này.',
      when: ({ kind }) => kind === 'google-sheet',
      fields: [['sheet_id', 'sheet_name']],
    },
  ],
  filters: [only('kind', oneOf('Loại nguồn', dataSourceKinds))],
});
