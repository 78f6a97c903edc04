import {
  allExtension,
  ringGroups as contract,
  greetingAll,
  musicAll,
  ownWrapUpModes,
  ringStrategies,
} from '@alo/contract';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { CallScriptBelow } from '../../domain/scripts/script-previews.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';

type Member = { extension_id: string; delay_seconds: number; ring_seconds: number | null };

export default adminResource({
  contract,
  noun: 'nhóm đổ chuông',
  purpose: 'Nhóm đổ chuông làm nhiều máy reo cùng lúc hoặc lần lượt cho một cuộc gọi.',
  columns: {
    name: {
      label: 'Tên nhóm',
      render: warnedName,
    },
    number: 'Số nội bộ',
    strategy: 'Hình thức',
    member_names: { label: 'Thành viên', sortable: false, render: (names) => names.join(', ') || '–' },
    ring_seconds: { label: 'Đổ chuông', numeric: true, render: (seconds) => `${seconds} giây` },
    otherwise: {
      label: 'Khi không trả lời',
      sortable: false,
      render: (to, row) => (to ? destinationText(to, row.otherwise_name) : 'Kết thúc cuộc gọi'),
    },
    greeting_name: { label: 'Lời chào', hidden: true, sortable: false, render: (name) => name ?? '–' },
    music_name: { label: 'Nhạc chờ', hidden: true, sortable: false, render: (name) => name ?? 'Tiếng đổ chuông' },
    confirms: { label: 'Xác nhận nhấn 1', hidden: true, render: (on) => (on ? 'Có' : 'Không') },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên nhóm'),
    number: text('Số nội bộ nhóm', { hint: 'Đồng nghiệp bấm số này để gọi cả nhóm. Ví dụ 600.' }),
    strategy: oneOf('Hình thức đổ chuông', ringStrategies, {
      blank: 'ring-all',
      hint: 'Ưu tiên máy đầu: gọi lần lượt, nhưng máy đầu bận hoặc vắng thì bỏ qua cả nhóm.',
    }),
    members: rows<Member>(
      'Thành viên',
      {
        extension_id: reference('Máy nhánh', allExtension),
        delay_seconds: number('Trễ (giây)', { blank: 0 }),
        ring_seconds: number('Thời lượng (giây)'),
      },
      {
        noun: 'thành viên',
        most: 200,
        hint: 'Theo thứ tự được gọi. Trễ chỉ có khi đổ đồng thời. Thời lượng để trống: như cả nhóm.',
      },
    ),
    ring_seconds: number('Thời gian đổ chuông', {
      unit: 'giây',
      blank: 25,
      hint: 'Của cả nhóm khi đổ đồng thời, của từng người khi đổ lần lượt.',
    }),
    greeting_id: reference('Lời chào', greetingAll, { hint: 'Khách nghe một lần trước khi máy reo.' }),
    music_id: reference('Nhạc chờ', musicAll, { hint: 'Thay tiếng đổ chuông. Để trống: tiếng đổ chuông.' }),
    confirms: onOff('Xác nhận nhấn 1', {
      hint: 'Thành viên luôn chuyển tiếp ra số ngoài thì reo ở số đó, và nhấn 1 mới nhận: hộp thư của di động không nhận thay. Tắt: chỉ reo máy nhánh.',
    }),
    wrap_up: oneOf('Xử lý sau cuộc gọi', ownWrapUpModes, {
      blank: 'company',
      hint: 'Bắt buộc: không nhận cuộc tiếp theo khi chưa ghi kết quả.',
    }),
    wrap_up_seconds: number('Sau cuộc gọi', { unit: 'giây', blank: 30 }),
    script: textarea('Kịch bản', {
      hint: 'Hiện bên cạnh khách khi nói chuyện. {{Tên khách}}, {{Tên tôi}}… thay bằng giá trị thật. Dòng “? Khách đồng ý” mở lời cho câu trả lời đó, dòng “---” kết thúc.',
    }),
    otherwise: destination('Điểm đến khi không trả lời', { hint: 'Không chọn thì cuộc gọi kết thúc.' }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Ai reo, lúc nào',
      fields: ['strategy', 'members', 'ring_seconds', 'confirms', ['wrap_up', 'wrap_up_seconds']],
    },
    { title: 'Kịch bản', help: 'Nói gì với khách đến qua nhóm này.', fields: ['script'], Preview: CallScriptBelow },
    { title: 'Khách nghe gì', fields: [['greeting_id', 'music_id']] },
    { title: 'Khi không ai nghe', fields: ['otherwise', 'note'] },
  ],
  filters: [
    only('strategy', oneOf('Hình thức', ringStrategies)),
    only('member_id', reference('Thành viên', allExtension)),
  ],
});
