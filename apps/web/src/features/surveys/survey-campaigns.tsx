import { allSurveyQuestion, surveyCampaigns as contract, surveyStatuses } from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
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
  purpose: 'Khảo sát là một bộ câu hỏi để mọi người hỏi khách khi gọi. Đang chạy thì hỏi được khách nào cũng được.',
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
    note: { label: 'Lời mở đầu', hidden: true, sortable: false },
  },
  fields: {
    name: text('Tên khảo sát'),
    status: oneOf('Trạng thái', surveyStatuses, {
      blank: 'draft',
      hint: 'Chỉ hỏi khi “Đang chạy”. Đã kết thúc thì không mở lại.',
    }),
    question_ids: references('Câu hỏi', allSurveyQuestion, { hint: 'Hỏi theo thứ tự bạn chọn ở đây.' }),
    starts_on: day('Từ ngày'),
    ends_on: day('Đến ngày'),
    note: textarea('Lời mở đầu', { hint: 'Hiện phía trên các câu hỏi cho người hỏi đọc.' }),
  },
  sections: [
    { title: 'Thời gian', fields: [['starts_on', 'ends_on']] },
    { title: 'Lời mở đầu', fields: ['note'] },
  ],
  filters: [
    only('status', oneOf('Trạng thái', surveyStatuses)),
    only('question_id', reference('Câu hỏi', allSurveyQuestion)),
  ],
});
