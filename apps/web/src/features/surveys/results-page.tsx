import {
  type ResponseBy,
  type ResultOf,
  responsesBy,
  surveyChannels,
  surveyResponses,
  surveyResults,
} from '@alo/contract';
import { buttonClass, Chart, IconClipboardList } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { ResultsBy, ResultsSurface, ResultsTable, useResultsBy } from '../../resource/page/results.tsx';

type Results = ResultOf<typeof surveyResults>;
type Group = Results['data'][number];

const isOverTime = (by: ResponseBy) => by === 'day' || by === 'week' || by === 'month';

/** How satisfied customers are by time, person, queue, campaign and channel, each the way to its responses. */
export default function SurveyResultsPage() {
  const { id = '' } = useParams({ strict: false });
  const by = useResultsBy(responsesBy, 'week');
  const may = useMay();
  const results = useQuery({
    ...useRead()(surveyResults, { params: { id }, query: { by } }),
    placeholderData: keepPreviousData,
  });
  const { data } = results;
  return (
    <Page
      title={data === undefined ? 'Kết quả khảo sát' : `Kết quả: ${data.survey.name}`}
      actions={
        <>
          <Link to="/survey/campaign" search={{ id }} className={buttonClass('quiet')}>
            Về khảo sát
          </Link>
          {may(surveyResponses.access) && (
            <Link to="/survey/campaign/responses/$id" params={{ id }} className={buttonClass()}>
              <IconClipboardList aria-hidden />
              Câu trả lời
            </Link>
          )}
        </>
      }
    >
      <FiguresStrip figures={figuresOf(data?.total)} />
      <ResultsBy words={responsesBy} by={by} />
      <ResultsSurface
        results={results}
        none={{ title: 'Chưa có câu trả lời nào', words: 'Kết quả hiện ở đây ngay khi có khách được hỏi.' }}
      >
        {({ data: groups }) => <Groups id={id} by={by} groups={groups} />}
      </ResultsSurface>
    </Page>
  );
}

const figuresOf = (of: Results['total'] | undefined) => [
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
  { name: 'CSAT', formula: 'Câu trả lời 4 và 5 ÷ mọi câu trả lời thang 5', value: of && orDash(of.csat, percent) },
  { name: 'NPS', formula: 'Phần trăm 9–10 trừ phần trăm 0–6', value: of && orDash(of.nps, String) },
];

const orDash = (value: number | null, words: (value: number) => string) => (value === null ? '–' : words(value));

function Groups({ id, by, groups: all }: { id: string; by: ResponseBy; groups: readonly Group[] }) {
  const groups = all.map((group) => ({ ...group, label: labelOf(by, group) }));
  const shown = isOverTime(by) ? groups.toReversed() : groups;
  const name = responsesBy[by].toLowerCase();
  return (
    <>
      <Chart
        title={`Khách được hỏi theo ${name}`}
        column={responsesBy[by]}
        summary={`Biểu đồ khách được hỏi theo ${name}`}
        categories={shown.map(({ label }) => label)}
        series={[
          { name: 'Đã trả lời', look: 'main', values: shown.map(({ answered }) => answered) },
          { name: 'Chưa trả lời', look: 'rest', values: shown.map(({ asked, answered }) => asked - answered) },
        ]}
        format={count}
      />
      <ResultsTable
        of={responsesBy[by]}
        heads={['Đã hỏi', 'Trả lời', 'Hoàn thành', 'CSAT', 'NPS']}
        groups={groups.map(({ key, label, asked, answered, complete, csat, nps }) => ({
          key,
          label,
          cells: [
            <Link
              key="asked"
              to="/survey/campaign/responses/$id"
              params={{ id }}
              search={filterOf(by, key)}
              aria-label={`${count(asked)} lượt: ${label}`}
            >
              {count(asked)}
            </Link>,
            `${count(answered)} · ${share(answered, asked)}`,
            `${count(complete)} · ${share(complete, answered)}`,
            orDash(csat, percent),
            orDash(nps, String),
          ],
        }))}
      />
    </>
  );
}

function labelOf(by: ResponseBy, { key, name }: Group): string {
  if (by === 'channel') return Object.entries(surveyChannels).find(([channel]) => channel === key)?.[1] ?? key;
  if (!isOverTime(by)) return name;
  const [year, month, day] = key.split('-');
  if (by === 'month') return `${month}/${year}`;
  return by === 'week' ? `Tuần từ ${day}/${month}` : `${day}/${month}/${year}`;
}

/** The filter of the responses that a group is. */
function filterOf(by: ResponseBy, key: string): Record<string, string> {
  switch (by) {
    case 'person':
      return { asked_by: key };
    case 'queue':
      return { queue_id: key };
    case 'campaign':
      return { campaign_id: key };
    case 'channel':
      return { channel: key };
    case 'day':
    case 'week':
    case 'month':
      return { from: key, to: lastDayOf(by, key) };
    default:
      return by satisfies never;
  }
}

function lastDayOf(by: 'day' | 'week' | 'month', first: string): string {
  const last = new Date(`${first}T00:00:00Z`);
  if (by === 'week') last.setUTCDate(last.getUTCDate() + 6);
  if (by === 'month') last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return last.toISOString().slice(0, 10);
}
