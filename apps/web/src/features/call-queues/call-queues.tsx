import {
  allExtension,
  callQueues as contract,
  greetingAll,
  joinings,
  musicAll,
  numberAll,
  ownWrapUpModes,
  queueStrategies,
  ruleRecordings,
  staffings,
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
import { skills } from './skills-field.tsx';

const seconds = (label: string, blank?: number, hint?: string) =>
  number(label, { unit: 'giây', ...(blank !== undefined && { blank }), ...(hint !== undefined && { hint }) });

type Need = { skill: string; level: number; until_seconds: number | null };
type Caller = Pick<Need, 'until_seconds'> & {
  name: string;
  caller_pattern: string;
  service_number_id: string | null;
  priority: number;
  skills: Record<string, number>;
};

export default adminResource({
  contract,
  noun: 'hàng đợi',
  purpose: 'Hàng đợi giữ người gọi theo thứ tự và chia cho từng nhân viên theo chiến lược bạn chọn.',
  columns: {
    name: {
      label: 'Tên hàng đợi',
      render: warnedName,
    },
    number: 'Số nội bộ',
    strategy: 'Chiến lược',
    member_names: { label: 'Thành viên', sortable: false, render: (names) => names.join(', ') || '–' },
    max_wait_seconds: {
      label: 'Chờ tối đa',
      numeric: true,
      render: (most) => (most === null || most === undefined ? 'Không giới hạn' : `${most} giây`),
    },
    timeout: {
      label: 'Khi hết giờ chờ',
      sortable: false,
      hidden: true,
      render: (to, row) => (to ? destinationText(to, row.timeout_name) : 'Kết thúc cuộc gọi'),
    },
    service_level_seconds: { label: 'Mức dịch vụ', numeric: true, render: (within) => `${within} giây` },
    music_name: { label: 'Nhạc chờ', hidden: true, render: (name) => name ?? 'Nhạc có sẵn' },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên hàng đợi'),
    number: text('Số nội bộ', { hint: 'Đồng nghiệp bấm số này để vào hàng đợi. Ví dụ 601.' }),
    strategy: oneOf('Chiến lược phân phối', queueStrategies, { blank: 'longest-idle' }),
    members: rows(
      'Thành viên',
      {
        extension_id: reference('Máy nhánh', allExtension),
        penalty: number('Bậc', { blank: 0 }),
        weight: number('Trọng số', { blank: 1 }),
        skills: skills('Kỹ năng'),
      },
      { noun: 'thành viên', most: 1000, hint: 'Bậc cao chỉ được gọi khi bậc thấp không còn ai rảnh.' },
    ),
    needs: rows<Need>(
      'Kỹ năng mọi khách cần',
      {
        skill: text('Kỹ năng', { placeholder: 'tiếng Anh' }),
        level: number('Mức từ', { blank: 50 }),
        until_seconds: seconds('Chỉ chờ trong', 30, 'Quá giờ ai rảnh cũng nhận. Để trống: chờ mãi.'),
      },
      {
        noun: 'kỹ năng',
        most: 20,
        hint: 'Viết như ở thành viên. Một kỹ năng nhiều dòng thì nới dần: mức 80 trong 20 giây đầu, mức 30 tới 60 giây.',
      },
    ),
    callers: rows<Caller>(
      'Khách được ưu tiên',
      {
        name: text('Nhóm khách', { placeholder: 'VIP' }),
        caller_pattern: text('Mẫu số gọi đến', { placeholder: '090*', hint: 'Một số, hoặc mẫu như 090*.' }),
        service_number_id: reference('Đầu số được gọi', numberAll, { hint: 'Để trống: mọi đầu số.' }),
        priority: number('Mức ưu tiên', { blank: 1 }),
        skills: skills('Cần thêm kỹ năng'),
        until_seconds: seconds('Chỉ chờ kỹ năng trong'),
      },
      {
        noun: 'nhóm khách',
        most: 500,
        hint: 'Dòng đầu tiên khớp được tính. Mức cao được nghe trước; khách khác có mức 0.',
      },
    ),
    priority_is_worth_seconds: seconds(
      'Mỗi mức bằng chờ thêm',
      undefined,
      'Ví dụ 60: mức 2 đứng như đã chờ sẵn 2 phút. Để trống: mức cao luôn trước, dù khách khác chờ bao lâu.',
    ),
    joining: oneOf('Thành viên nhận cuộc gọi', joinings, { blank: 'at-once' }),
    ring_seconds: seconds('Đổ chuông mỗi người', 20),
    rest_seconds: seconds('Nghỉ giữa hai lần gọi', 5, 'Người vừa không nghe được gọi lại sau chừng này.'),
    wrap_up: oneOf('Xử lý sau cuộc gọi', ownWrapUpModes, {
      blank: 'optional',
      hint: 'Bắt buộc: không nhận cuộc tiếp theo khi chưa ghi kết quả.',
    }),
    wrap_up_seconds: seconds('Sau cuộc gọi', 0, 'Thời gian ghi chép trước khi nhận cuộc tiếp theo. 0: theo công ty.'),
    script: textarea('Kịch bản', {
      hint: 'Hiện bên cạnh khách khi nói chuyện. {{Tên khách}}, {{Tên tôi}}… thay bằng giá trị thật. Dòng “? Khách đồng ý” mở lời cho câu trả lời đó, dòng “---” kết thúc.',
    }),
    pause_after_missed: number('Tự tạm dừng sau', { unit: 'lần không nghe', hint: 'Để trống là không bao giờ.' }),
    prefers_owner: onOff('Ưu tiên nhân viên phụ trách', {
      hint: 'Nhân viên phụ trách của khách được gọi trước nếu là thành viên và đang rảnh; sau đó theo chiến lược.',
    }),
    by_roster: onOff('Chỉ mời người đang trong ca', {
      hint: 'Theo lịch trực: ai ngoài ca hay đang nghỉ phép thì không được mời. Ngày chưa xếp ca cho ai trong hàng đợi thì mọi người vẫn được mời như thường. Xem trước ở Lịch trực.',
    }),
    recording: oneOf('Ghi âm', ruleRecordings, {
      blank: 'default',
      hint: 'Theo công ty: như quy tắc gọi vào hoặc công ty đã đặt.',
    }),
    weight: number('Trọng số của hàng đợi', {
      blank: 0,
      hint: 'Một người trực nhiều hàng đợi thì hàng nặng hơn được phục vụ trước.',
    }),
    max_waiting: number('Số người chờ tối đa', { hint: 'Để trống là không giới hạn.' }),
    max_wait_seconds: seconds('Chờ tối đa', undefined, 'Để trống là không giới hạn.'),
    to_enter: oneOf('Cho vào hàng khi', staffings, { blank: 'anything' }),
    to_stay: oneOf('Giữ trong hàng khi', staffings, { blank: 'anything' }),
    greeting_id: reference('Lời chào vào hàng', greetingAll),
    music_id: reference('Nhạc chờ', musicAll, { hint: 'Không chọn thì phát nhạc có sẵn.' }),
    announce_every_seconds: seconds(
      'Thông báo lặp lại mỗi',
      undefined,
      'Để trống là không thông báo gì trong lúc chờ.',
    ),
    announce_first_seconds: seconds('Lần đầu sau', 10),
    announce_position_up_to: number('Đọc vị trí tới số', { blank: 10, hint: '0 là không đọc vị trí.' }),
    announce_wait: onOff('Đọc thời gian chờ dự kiến'),
    announce_greeting_id: reference('Lời nhắn kèm theo', greetingAll, { hint: 'Cảm ơn, quảng cáo, hướng dẫn phím.' }),
    callback_key: text('Phím xin gọi lại', { hint: 'Khách bấm phím này, gác máy và giữ nguyên chỗ. Ví dụ 1.' }),
    callback_attempts: number('Gọi lại tối đa', { unit: 'lần', blank: 3 }),
    callback_retry_seconds: seconds('Cách nhau', 300),
    callback_expire_seconds: seconds('Bỏ chỗ sau', 14_400),
    exits: rows(
      'Phím rời hàng đợi',
      { key: text('Phím'), to: destination('Điểm đến') },
      { noun: 'phím', named: true, most: 12 },
    ),
    timeout: destination('Khi hết giờ chờ'),
    full: destination('Khi hàng đợi đầy'),
    after_talk: destination('Sau khi nhân viên gác máy', {
      hint: 'Để trống thì theo quy tắc gọi vào. Chọn một khảo sát để khách chấm điểm bằng phím.',
      types: ['survey', 'ivr', 'msg', 'queue', 'voicemail'],
    }),
    empty: destination('Khi không có ai phục vụ'),
    service_level_seconds: seconds('Ngưỡng mức dịch vụ', 20, 'Nghe máy trong chừng này được tính là đúng hạn.'),
    short_abandon_seconds: seconds('Bỏ cuộc sớm', 5, 'Gác máy sớm hơn chừng này không tính là mất khách.'),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Thành viên',
      help: 'Ai nhận cuộc gọi, và ai trước ai.',
      fields: [
        'members',
        'prefers_owner',
        'joining',
        'by_roster',
        ['ring_seconds', 'rest_seconds'],
        ['wrap_up', 'wrap_up_seconds'],
        'pause_after_missed',
        'weight',
      ],
    },
    {
      title: 'Kịch bản',
      help: 'Nói gì với khách đến qua hàng đợi này.',
      fields: ['script'],
      Preview: CallScriptBelow,
    },
    {
      title: 'Kỹ năng và ưu tiên',
      help: 'Khách cần người biết gì, và khách nào được nghe trước.',
      fields: ['needs', 'callers', 'priority_is_worth_seconds'],
    },
    {
      title: 'Trong lúc chờ',
      help: 'Khách nghe gì và chờ được bao lâu.',
      fields: [
        ['greeting_id', 'music_id'],
        ['announce_every_seconds', 'announce_first_seconds'],
        ['announce_position_up_to', 'announce_wait'],
        'announce_greeting_id',
        'recording',
        ['max_waiting', 'max_wait_seconds'],
        ['to_enter', 'to_stay'],
      ],
    },
    {
      title: 'Gọi lại giữ chỗ',
      fields: ['callback_key', ['callback_attempts', 'callback_retry_seconds'], 'callback_expire_seconds'],
    },
    {
      title: 'Ra khỏi hàng đợi',
      help: 'Không chọn điểm đến thì cuộc gọi kết thúc.',
      fields: ['exits', 'timeout', 'full', 'empty', 'after_talk'],
    },
    { title: 'Thống kê', fields: [['service_level_seconds', 'short_abandon_seconds'], 'note'] },
  ],
  filters: [
    only('strategy', oneOf('Chiến lược', queueStrategies)),
    only('member_id', reference('Thành viên', allExtension)),
  ],
});
