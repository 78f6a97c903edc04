import {
  allAccount,
  allSurveyQuestion,
  surveyCampaigns as contract,
  type SurveyBranch,
  surveyStatuses,
} from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';
import { AskLink } from './ask-link.tsx';
import { SurveyAside } from './survey-aside.tsx';

const tones: Readonly<Record<keyof typeof surveyStatuses, StatusTone>> = {
  draft: 'offline',
  running: 'ready',
  paused: 'paused',
  ended: 'offline',
};

export default adminResource({
  contract,
  noun: 'khảo sát',
  purpose: 'Khảo sát là một bộ câu hỏi: nhân viên hỏi khi gọi, hoặc khách tự trả lời bằng phím khi nhân viên gác máy.',
  Aside: SurveyAside,
  RowAction: AskLink,
  columns: {
    name: 'Tên khảo sát',
    status: {
      label: 'Trạng thái',
      render: (status) => <Status tone={tones[status]}>{surveyStatuses[status]}</Status>,
    },
    asked: { label: 'Đã hỏi', numeric: true, sortable: false, render: (n) => count(n) },
    answered: {
      label: 'Trả lời',
      numeric: true,
      sortable: false,
      render: (n, { asked }) => share(n, asked),
    },
    csat: { label: 'CSAT', numeric: true, sortable: false, render: (csat) => (csat === null ? '–' : percent(csat)) },
    question_names: {
      label: 'Câu hỏi',
      numeric: true,
      sortable: false,
      render: (names) => count(names.length),
    },
    starts_on: 'Từ ngày',
    ends_on: 'Đến ngày',
    low_account_name: { label: 'Điểm thấp giao', hidden: true, sortable: false, render: (name) => name ?? '–' },
    note: { label: 'Lời mở đầu', hidden: true, sortable: false },
  },
  fields: {
    name: text('Tên khảo sát'),
    status: oneOf('Trạng thái', surveyStatuses, {
      blank: 'draft',
      hint: 'Chỉ hỏi khi “Đang chạy”. Đã kết thúc thì không mở lại.',
    }),
    question_ids: references('Câu hỏi', allSurveyQuestion, { hint: 'Hỏi theo thứ tự bạn chọn ở đây.' }),
    branches: rows<SurveyBranch>(
      'Rẽ nhánh',
      {
        question_id: reference('Sau câu', allSurveyQuestion),
        answer: text('Khi trả lời', {
          placeholder: '1-2',
          hint: '1-2, Có, hoặc một đáp án. Để trống: trả lời gì cũng vậy.',
        }),
        next_id: reference('Hỏi tiếp', allSurveyQuestion, { hint: 'Một câu đứng sau. Để trống: kết thúc khảo sát.' }),
      },
      { noun: 'nhánh', most: 50, hint: 'Không có nhánh nào khớp thì hỏi câu kế tiếp.' },
    ),
    low_to_owner: onOff('Giao việc điểm thấp cho người phụ trách'),
    low_account_id: reference('Giao việc điểm thấp cho', allAccount, {
      hint: 'Khi khách chưa có người phụ trách, hoặc không giao cho người phụ trách.',
    }),
    low_hours: number('Hạn việc điểm thấp', { unit: 'giờ', blank: 24 }),
    starts_on: day('Từ ngày'),
    ends_on: day('Đến ngày'),
    note: textarea('Lời mở đầu', { hint: 'Hiện phía trên các câu hỏi cho người hỏi đọc.' }),
  },
  sections: [
    { title: 'Rẽ nhánh', help: 'Câu hỏi tiếp theo tuỳ câu trả lời.', fields: ['branches'] },
    {
      title: 'Khi khách chấm điểm thấp',
      help: '1–2 trên thang 5, 0–6 trên thang 10: một việc có hạn, báo ở chuông.',
      fields: ['low_to_owner', 'low_account_id', 'low_hours'],
    },
    { title: 'Thời gian', fields: [['starts_on', 'ends_on']] },
    { title: 'Lời mở đầu', fields: ['note'] },
  ],
  filters: [
    only('status', oneOf('Trạng thái', surveyStatuses)),
    only('question_id', reference('Câu hỏi', allSurveyQuestion)),
  ],
});
