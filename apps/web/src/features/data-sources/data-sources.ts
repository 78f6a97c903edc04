import { dataSources as contract } from '@alo/contract';

import { text, textarea } from '../../shared/fields/text.tsx';
import { adminResource } from '../../shared/resource/admin-resource.tsx';

export default adminResource({
  contract,
  noun: 'nguồn dữ liệu',
  purpose: 'Nguồn dữ liệu cho biết khách hàng đến từ đâu, ví dụ quảng cáo, hội chợ, giới thiệu.',
  columns: { name: 'Tên nguồn', code: 'Mã', note: 'Ghi chú' },
  fields: {
    name: text('Tên nguồn'),
    code: text('Mã', { hint: 'Ngắn, không dấu cách. Ví dụ FB-ADS.' }),
    note: textarea('Ghi chú'),
  },
});
