import { callOutcomes as contract, outcomeCampaignStates, outcomeSteps } from '@alo/contract';
import { Swatch } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { colour, oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

const used = { on: 'Đang dùng', off: 'Ngừng dùng' };

export default adminResource({
  contract,
  noun: 'kết quả cuộc gọi',
  purpose: 'Kết quả cho biết cuộc gọi đi đến đâu. Nhân viên chọn một kết quả sau mỗi cuộc gọi.',
  order: 'position',
  columns: {
    name: {
      label: 'Tên kết quả',
      render: (name, { colour: value }) => (
        <>
          <Swatch colour={value} /> {name}
        </>
      ),
    },
    group: 'Nhóm',
    position: { label: 'Thứ tự', numeric: true },
    next_step: { label: 'Bước tiếp theo', render: (step) => outcomeSteps[step] },
    success: { label: 'Thành công', render: (success) => (success ? 'Có' : '–') },
    closes_return: { label: 'Đóng việc gọi lại', hidden: true, render: (closes) => (closes ? 'Có' : '–') },
    campaign_state: {
      label: 'Khách trong chiến dịch',
      hidden: true,
      render: (state) => outcomeCampaignStates[state],
    },
    active: { label: 'Trạng thái', render: (active) => (active ? used.on : used.off) },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên kết quả'),
    group: text('Nhóm kết quả', { hint: 'Các kết quả cùng nhóm đứng cạnh nhau. Ví dụ Gặp khách.' }),
    colour: colour('Màu'),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    next_step: oneOf('Bước tiếp theo', outcomeSteps, {
      blank: 'none',
      hint: 'Hẹn gọi lại: nhân viên phải chọn giờ gọi lại.',
    }),
    campaign_state: oneOf('Khách trong chiến dịch', outcomeCampaignStates, {
      blank: 'done',
      hint: 'Kết quả này đưa khách của chiến dịch gọi ra đến đâu.',
    }),
    success: onOff('Thành công', { hint: 'Được tính là chốt trong KPI.', on: 'Có', off: 'Không' }),
    closes_return: onOff('Đóng việc gọi lại', {
      hint: 'Khách có kết quả này không còn trong danh sách Cần gọi lại.',
      on: 'Có',
      off: 'Không',
    }),
    active: onOff('Đang dùng', {
      ...used,
      blank: true,
      hint: 'Ngừng dùng thì không chọn được nữa; cuộc gọi cũ giữ nguyên.',
    }),
    note: textarea('Ghi chú'),
  },
  filters: [
    only('active', onOff('Trạng thái', used)),
    only('success', onOff('Thành công', { on: 'Có', off: 'Không' })),
  ],
});
