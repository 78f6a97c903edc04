import {
  allAccount,
  type CampaignKeyInput,
  type CampaignMessagePartInput,
  campaignKinds,
  campaignMachines,
  campaignModes,
  campaignStatuses,
  campaigns as contract,
  greetingAll,
  messageKeyDoes,
  messagePartKinds,
  numberAll,
  queueAll,
  retrySteps,
  runningSurveys,
} from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { lazy } from 'react';
import { CampaignScriptBelow } from '../../domain/scripts/script-previews.ts';
import { count } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { day, time } from '../../resource/fields/times.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { CallLink } from './call-link.tsx';
import { resultChoice } from './call-result.tsx';
import { CampaignAside } from './campaign-aside.tsx';

const tones: Readonly<Record<keyof typeof campaignStatuses, StatusTone>> = {
  draft: 'offline',
  approved: 'wrapup',
  running: 'ready',
  paused: 'paused',
  ended: 'offline',
};

const saysMessage = ({ mode }: Readonly<Record<string, unknown>>) => mode === 'broadcast';

/** It comes with the form. */
const CampaignFaults = lazy(async () => ({ default: (await import('./campaign-faults.tsx')).CampaignFaults }));

const callsMore = ({ mode }: Readonly<Record<string, unknown>>) => mode === 'ratio' || mode === 'predictive';
const callsAlone = (draft: Readonly<Record<string, unknown>>) => draft['mode'] === 'progressive' || callsMore(draft);
/** What a campaign that says a message cannot be told is shown as long as it has been, to be taken back. */
const tellsOfMachines = (draft: Readonly<Record<string, unknown>>) =>
  callsAlone(draft) || (saysMessage(draft) && draft['machines'] === 'hang-up');

export default adminResource({
  contract,
  noun: 'chiến dịch',
  purpose:
    'Chiến dịch là một danh sách khách để mọi người lần lượt gọi, có kịch bản và luật gọi. Thêm khách từ danh sách khách hàng.',
  Aside: CampaignAside,
  RowAction: CallLink,
  columns: {
    name: 'Tên chiến dịch',
    code: { label: 'Mã', hidden: true },
    kind: { label: 'Phân loại', render: (kind) => campaignKinds[kind] },
    status: {
      label: 'Trạng thái',
      render: (status) => <Status tone={tones[status]}>{campaignStatuses[status]}</Status>,
    },
    mode: { label: 'Cách gọi', sortable: false, hidden: true, render: (mode) => campaignModes[mode ?? 'hand'] },
    queue_name: { label: 'Hàng đợi nhận', sortable: false, hidden: true, render: (name) => name ?? '–' },
    contacts: {
      label: 'Tiến độ',
      sortable: false,
      render: (contacts, { called, reached, finished }) =>
        contacts === 0
          ? 'Chưa có khách'
          : `${count(finished)}/${count(contacts)} xong · gọi ${count(called)} · gặp ${count(reached)}`,
    },
    member_names: {
      label: 'Thành viên gọi',
      sortable: false,
      render: (names) => names.join(', ') || 'Mọi người được gọi',
    },
    caller_names: {
      label: 'Đầu số gọi ra',
      hidden: true,
      sortable: false,
      render: (names) => (names ?? []).join(', ') || 'Theo quy tắc',
    },
    approved_name: { label: 'Người duyệt', hidden: true, sortable: false },
    approved_at: {
      label: 'Duyệt lúc',
      hidden: true,
      sortable: false,
      render: (at) => at !== null && <Moment at={at} />,
    },
    starts_on: 'Bắt đầu',
    ends_on: 'Kết thúc',
    outcome_required: { label: 'Bắt buộc ghi kết quả', hidden: true, render: (on) => (on ? 'Có' : 'Không') },
    refused: { label: 'Bị chặn', numeric: true, hidden: true, sortable: false, render: (n) => count(n) },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
  },
  fields: {
    name: text('Tên chiến dịch'),
    code: text('Mã', { unique: true, hint: 'Ngắn, không dấu cách. Ví dụ TET-2027.' }),
    kind: oneOf('Phân loại', campaignKinds, {
      hint: 'Quảng cáo chỉ gọi 08:00–17:00, mỗi số một lần trong 24 giờ, không gọi khách từ chối.',
    }),
    status: oneOf('Trạng thái', campaignStatuses, {
      blank: 'draft',
      hint: 'Chỉ gọi khi “Đang chạy”. Cần quyền duyệt để rời “Khởi tạo”; đã kết thúc thì không mở lại.',
    }),
    mode: oneOf('Cách gọi', campaignModes, {
      blank: 'hand',
      hint: 'Tự gọi: hệ thống gọi khách rồi nối cho người đang rảnh trong hàng đợi. Phát thông điệp: khách nghe lời máy, bấm phím để gặp người.',
    }),
    queue_id: reference('Hàng đợi nhận cuộc gọi', queueAll, {
      hint: 'Người trong hàng đợi này nói chuyện với khách. Vào và rời hàng đợi là tham gia và rời chiến dịch.',
    }),
    preview_seconds: number('Xem khách trước khi gọi', { blank: 10, unit: 'giây' }),
    lines_per_agent: number('Số đường mỗi người rảnh', {
      blank: 1.5,
      decimals: 1,
      unit: 'đường',
      hint: 'Càng nhiều đường, người ít phải đợi nhưng khách càng dễ nghe máy mà không có ai nói. Khi đoán trước: nhiều nhất.',
    }),
    wait_seconds: number('Khách nghe máy chờ nhiều nhất', {
      blank: 2,
      unit: 'giây',
      hint: 'Quá thời gian này khách nghe lời xin lỗi và cuộc gọi được đếm là không ai kịp nói.',
    }),
    abandon_percent: number('Không ai kịp nói nhiều nhất', {
      blank: 3,
      unit: '%',
      hint: 'Tính 24 giờ qua, mọi chiến dịch. Quá mức này chỉ gọi một đường mỗi người.',
    }),
    machines: oneOf('Khi máy trả lời', campaignMachines, {
      blank: 'talk',
      hint: 'Nhận ra lời chào dài rồi tiếng bíp. Còn ngờ thì coi là người; không ai phải chờ để nghe thử.',
    }),
    message: rows<CampaignMessagePartInput>(
      'Khách nghe',
      {
        kind: oneOf('Loại', messagePartKinds, { blank: 'words' }),
        words: textarea('Lời', {
          hint: '{ten}, {so}, {ngay}, {cong_ty}, {rieng:Tên trường} là thông tin của khách. Cách đọc đứng sau dấu |: {rieng:Số tiền|tiền}, |số, |chữ số, |ngày.',
        }),
        greeting_id: reference('Âm thanh', greetingAll),
      },
      {
        noun: 'đoạn',
        most: 20,
        hint: 'Các đoạn phát nối nhau theo thứ tự này.',
        shows: ({ kind }, part) => part === 'kind' || (part === 'greeting_id') === (kind === 'sound'),
      },
    ),
    message_keys: rows<CampaignKeyInput>(
      'Khi khách bấm phím',
      {
        key: text('Phím'),
        does: oneOf('Thì', messageKeyDoes, { blank: 'queue' }),
        to_queue_id: reference('Hàng đợi', queueAll),
        to_survey_id: reference('Khảo sát', runningSurveys),
      },
      {
        noun: 'phím',
        most: 12,
        named: true,
        hint: 'Quảng cáo phải có phím “Từ chối nhận cuộc gọi”: khách bấm là không bị gọi quảng cáo nữa.',
        shows: ({ does }, part) =>
          part === 'to_queue_id' ? does === 'queue' : part === 'to_survey_id' ? does === 'survey' : true,
      },
    ),
    lines: number('Gọi cùng lúc nhiều nhất', { blank: 5, unit: 'cuộc' }),
    calls_per_hour: number('Mỗi giờ nhiều nhất', { unit: 'cuộc', hint: 'Để trống: không giới hạn.' }),
    starts_on: day('Ngày bắt đầu'),
    ends_on: day('Ngày kết thúc'),
    member_ids: references('Thành viên gọi', allAccount, {
      hint: 'Để trống: ai có quyền gọi chiến dịch đều gọi được.',
    }),
    calls_from: time('Gọi từ giờ', { blank: '08:00' }),
    calls_to: time('Đến giờ', { blank: '17:00' }),
    max_attempts: number('Số lần gọi tối đa', { blank: 3, unit: 'lần', hint: 'Cho mỗi khách.' }),
    pause_minutes: number('Nghỉ giữa hai lần gọi cùng khách', { blank: 240, unit: 'phút' }),
    retries: rows(
      'Gọi lại theo kết quả',
      {
        result: resultChoice('Khi'),
        step: oneOf('Thì', retrySteps, { blank: 'again' }),
        minutes: number('Sau', { blank: 60, unit: 'phút' }),
        most: number('Nhiều nhất', { blank: 2, unit: 'lần' }),
      },
      {
        noun: 'luật gọi lại',
        most: 50,
        hint: 'Kết quả không có luật nào thì nghỉ như trên. Khách hẹn giờ luôn được gọi đúng hẹn; khách chỉ có một số thì gọi lại số đó.',
      },
    ),
    caller_ids: references('Đầu số gọi ra', numberAll, {
      hint: 'Chỉ những số có trong quy tắc gọi ra. Để trống: theo quy tắc gọi ra.',
    }),
    caller_own_network: onOff('Ưu tiên số cùng mạng với khách', { blank: true }),
    caller_calls: number('Mỗi đầu số gọi nhiều nhất', {
      unit: 'cuộc',
      hint: 'Quá số này thì đầu số nghỉ, đến lượt số khác. Để trống: không giới hạn.',
    }),
    caller_minutes: number('Trong', { blank: 60, unit: 'phút' }),
    outcome_required: onOff('Bắt buộc ghi kết quả', {
      hint: 'Chưa ghi kết quả cuộc vừa gọi thì chưa lấy được khách tiếp theo.',
    }),
    script: textarea('Kịch bản', {
      hint: 'Hiện bên cạnh khách khi gọi. {{Tên khách}}, {{Tên tôi}}… thay bằng giá trị thật. Dòng “? Khách đồng ý” mở lời cho câu trả lời đó, dòng “---” kết thúc.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Thời gian', fields: [['starts_on', 'ends_on']] },
    {
      title: 'Cách gọi',
      fields: [
        'mode',
        'queue_id',
        'preview_seconds',
        'lines_per_agent',
        ['wait_seconds', 'abandon_percent'],
        'machines',
        'message',
        'message_keys',
        ['lines', 'calls_per_hour'],
      ],
      only: {
        queue_id: callsAlone,
        preview_seconds: ({ mode }) => mode === 'preview',
        lines_per_agent: callsMore,
        wait_seconds: callsAlone,
        abandon_percent: callsMore,
        machines: tellsOfMachines,
        message: saysMessage,
        message_keys: saysMessage,
        lines: saysMessage,
        calls_per_hour: saysMessage,
      },
    },
    {
      title: 'Luật gọi',
      help: 'Cuộc gọi trái luật bị chặn và được đếm.',
      fields: [['calls_from', 'calls_to'], ['max_attempts', 'pause_minutes'], 'retries'],
      Preview: CampaignFaults,
    },
    {
      title: 'Đầu số gọi ra',
      help: 'Các số luân phiên: số nghỉ lâu nhất gọi trước.',
      fields: ['caller_ids', 'caller_own_network', ['caller_calls', 'caller_minutes']],
    },
    {
      title: 'Người gọi và kịch bản',
      fields: ['member_ids', 'outcome_required', 'script'],
      Preview: CampaignScriptBelow,
    },
    { title: 'Ghi chú', fields: ['note'] },
  ],
  filters: [
    only('status', oneOf('Trạng thái', campaignStatuses)),
    only('kind', oneOf('Phân loại', campaignKinds)),
    only('mode', oneOf('Cách gọi', campaignModes)),
    only('member_id', reference('Thành viên', allAccount)),
  ],
});
