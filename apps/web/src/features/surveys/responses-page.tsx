import {
  allAccount,
  allCampaign,
  answerWords,
  exportSurveyResponses,
  historiesCall,
  queueAll,
  type RequestOf,
  type ResponseRow,
  type ResultOf,
  type SurveyOutcome,
  surveyChannels,
  surveyOutcomes,
  surveyResponseFigures,
  surveyResponses,
} from '@alo/contract';
import { buttonClass, type Column, Drawer, Fact, Facts, Quiet, Stack, State, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import { SurveyAnswers } from '../../domain/surveys/survey-answers.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count, percent, share, total } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { RowSteps } from '../../resource/list/row-steps.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';
import styles from './surveys.module.css';

const tones: Readonly<Record<SurveyOutcome, StatusTone>> = {
  answered: 'ready',
  'no-answer': 'offline',
  declined: 'paused',
};

const filters = [
  period('from', 'to', 'Thời gian'),
  only('outcome', oneOf('Kết quả', surveyOutcomes)),
  only('channel', oneOf('Cách hỏi', surveyChannels)),
  only('low', oneOf('Điểm', { '1': 'Điểm thấp (1–2, hoặc 0–6)' })),
  only('asked_by', reference('Nhân viên', allAccount), allAccount.access),
  only('queue_id', reference('Hàng đợi', queueAll), queueAll.access),
  only('campaign_id', reference('Chiến dịch gọi ra', allCampaign), allCampaign.access),
];
const dash = <span aria-hidden>–</span>;

const columns: readonly Column<ResponseRow>[] = [
  {
    id: 'name',
    label: 'Khách',
    width: 220,
    cell: ({ name, phone }) => (
      <>
        {name || 'Chưa có hồ sơ'} <span className={styles.number}>{groupedPhone(phone)}</span>
      </>
    ),
  },
  {
    id: 'outcome',
    label: 'Kết quả',
    width: 130,
    cell: ({ outcome }) => <Status tone={tones[outcome]}>{surveyOutcomes[outcome]}</Status>,
  },
  {
    id: 'rating',
    label: 'Điểm (thang 5)',
    numeric: true,
    width: 110,
    cell: ({ rating }) => (rating === null ? dash : rating.toLocaleString('vi-VN')),
  },
  {
    id: 'answers',
    label: 'Câu trả lời',
    cell: (row) => {
      const words = said(row);
      return words === '' ? dash : <span title={words}>{words}</span>;
    },
  },
  { id: 'channel', label: 'Cách hỏi', width: 190, cell: ({ channel }) => surveyChannels[channel] },
  { id: 'by_name', label: 'Nhân viên', cell: ({ by_name: by }) => by ?? dash },
  { id: 'queues', label: 'Hàng đợi', hidden: true, cell: ({ queues }) => queues || dash },
  { id: 'asked_at', label: 'Lúc', width: 140, cell: ({ asked_at: at }) => <Moment at={at} /> },
];

/** In words what a customer said; of questions the words are read in the drawer. */
const said = ({ answers, note }: ResponseRow) =>
  [...answers.map((answer) => answerWords(answer)), note].filter((words) => words !== '').join(' · ');

/** What customers answered to a survey, one by one. */
export default function ResponsesPage() {
  const { id = '' } = useParams({ strict: false });
  return <ResponsesOf key={id} id={id} />;
}

function ResponsesOf({ id }: { id: string }) {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof surveyResponses>['query'];
  const answer = useQuery({ ...read(surveyResponses, { params: { id }, query }), placeholderData: keepPreviousData });
  const { page: _page, per_page: _perPage, ...narrowed } = query;
  const figures = useQuery({
    ...read(surveyResponseFigures, { params: { id }, query: narrowed }),
    placeholderData: keepPreviousData,
  }).data;
  const rows = answer.data?.data ?? [];
  return (
    <Page
      title={figures?.survey.name ?? 'Câu trả lời khảo sát'}
      count={answer.data && total(answer.data)}
      actions={
        <>
          <Link to="/survey/campaign" search={{ id }} className={buttonClass('quiet')}>
            Về khảo sát
          </Link>
          <Link to="/survey/campaign/results/$id" params={{ id }} className={buttonClass()}>
            Kết quả
          </Link>
        </>
      }
    >
      <Rates of={figures} />
      <ListSurface
        name="/survey/campaign/responses"
        caption="Câu trả lời khảo sát"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm trong câu trả lời, ghi chú, tên khách"
        filters={filters.filter(({ access }) => access === undefined || may(access))}
        tools={
          may(exportSurveyResponses.access) && (
            <ExportMenu
              endpoint={exportSurveyResponses}
              params={{ id }}
              query={listQueryOf(state)}
              name="cau-tra-loi-khao-sat"
            />
          )
        }
        onOpen={(row) => open(row.id)}
        empty={
          <State drawing="empty" title="Chưa hỏi khách nào">
            Câu trả lời của từng khách hiện ở đây ngay khi có người ghi.
          </State>
        }
      />
      <Drawer
        opened={state.id !== undefined}
        onClose={() => open(undefined)}
        title={
          <RowSteps id={state.id} rows={rows} onOpen={open}>
            {rows.find((row) => row.id === state.id)?.name || 'Câu trả lời'}
          </RowSteps>
        }
      >
        <Opened row={rows.find((row) => row.id === state.id)} />
      </Drawer>
    </Page>
  );
}

function Opened({ row }: { row: ResponseRow | undefined }) {
  const may = useMay();
  if (row === undefined) return <Quiet size="body">Câu trả lời này không ở trang đang xem.</Quiet>;
  return (
    <Stack gap={16}>
      <Facts beside={110}>
        <Fact name="Số điện thoại">{groupedPhone(row.phone) || dash}</Fact>
        <Fact name="Kết quả">{surveyOutcomes[row.outcome]}</Fact>
        <Fact name="Cách hỏi">{surveyChannels[row.channel]}</Fact>
        <Fact name="Nhân viên">{row.by_name ?? dash}</Fact>
        <Fact name="Lúc">{dateTime(row.asked_at)}</Fact>
        {row.queues !== '' && <Fact name="Hàng đợi">{row.queues}</Fact>}
        {row.note !== '' && <Fact name="Ghi chú">{row.note}</Fact>}
      </Facts>
      <SurveyAnswers answers={row.answers} />
      <div className={styles.links}>
        {row.customer_id !== null && (
          <Link to="/customer" search={{ id: row.customer_id }} className={buttonClass()}>
            Xem khách
          </Link>
        )}
        {row.call_id !== null && may(historiesCall.access) && (
          <Link to="/call-history" search={{ id: row.call_id }} className={buttonClass('quiet')}>
            Xem cuộc gọi
          </Link>
        )}
      </div>
    </Stack>
  );
}

const Rates = ({ of }: { of: ResultOf<typeof surveyResponseFigures> | undefined }) => (
  <FiguresStrip
    figures={[
      { name: 'Đã hỏi', value: of && count(of.asked) },
      {
        name: 'Tỷ lệ trả lời',
        formula: 'Khách đã trả lời ÷ khách đã hỏi',
        value: of && share(of.answered, of.asked),
        of: of && (of.asked === 0 ? undefined : `${count(of.answered)}/${count(of.asked)}`),
      },
      {
        name: 'Tỷ lệ hoàn thành',
        formula: 'Khách trả lời tới câu cuối ÷ khách đã trả lời',
        value: of && share(of.complete, of.answered),
        of: of && (of.answered === 0 ? undefined : `${count(of.complete)}/${count(of.answered)}`),
      },
      {
        name: 'CSAT',
        formula: 'Câu trả lời 4 và 5 ÷ mọi câu trả lời thang 5',
        value: of && (of.csat === null ? '–' : percent(of.csat)),
      },
    ]}
  />
);
