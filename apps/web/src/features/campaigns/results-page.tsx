import {
  campaignContacts,
  campaignResults,
  messageHeards,
  type ResultBy,
  type ResultOf,
  resultsBy,
} from '@alo/contract';
import { buttonClass, Chart, IconUsers } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count, share } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { ResultsBy, ResultsSurface, ResultsTable, useResultsBy } from '../../resource/page/results.tsx';

type Results = ResultOf<typeof campaignResults>;

/** The filter of the campaign's customers that a group is. */
const filterOf: Readonly<Record<ResultBy, string>> = {
  outcome: 'outcome',
  agent: 'called_by',
  hour: 'hour',
  list: 'list',
  attempt: 'nth',
  shown: 'shown',
  heard: 'heard',
  pressed: 'pressed',
};
/** What is no outcome, person or list is called so. */
const unnamed: Readonly<Record<ResultBy, string>> = {
  outcome: 'Chưa ghi kết quả',
  agent: 'Không rõ',
  hour: '',
  list: 'Không có nguồn',
  attempt: '',
  shown: 'Theo quy tắc gọi ra',
  heard: 'Không nghe thông điệp',
  pressed: 'Không bấm phím',
};
const isHeard = (key: string): key is keyof typeof messageHeards => Object.hasOwn(messageHeards, key);

/** What came of a campaign, by outcome, person, hour, list, number of the call and number shown. */
export default function CampaignResultsPage() {
  const { id = '' } = useParams({ strict: false });
  const by = useResultsBy(resultsBy, 'outcome');
  const may = useMay();
  const results = useQuery({
    ...useRead()(campaignResults, { params: { id }, query: { by } }),
    placeholderData: keepPreviousData,
  });
  const { data } = results;
  return (
    <Page
      title={data === undefined ? 'Kết quả chiến dịch' : `Kết quả: ${data.campaign.name}`}
      actions={
        <>
          <Link to="/marketings/campaign" search={{ id }} className={buttonClass('quiet')}>
            Về chiến dịch
          </Link>
          {may(campaignContacts.access) && (
            <Link to="/marketings/campaign/contacts/$id" params={{ id }} className={buttonClass()}>
              <IconUsers aria-hidden />
              Khách
            </Link>
          )}
        </>
      }
    >
      <Totals of={data?.total} />
      {data?.message && <Heard of={data.message} />}
      <ResultsBy words={resultsBy} by={by} />
      <ResultsSurface
        results={results}
        none={{ title: 'Chưa gọi cuộc nào', words: 'Kết quả hiện ở đây ngay khi có người gọi cho chiến dịch.' }}
      >
        {(found) => <Groups id={id} by={by} results={found} />}
      </ResultsSurface>
    </Page>
  );
}

const Totals = ({ of }: { of: Results['total'] | undefined }) => (
  <FiguresStrip
    figures={[
      { name: 'Cuộc đã gọi', value: of && count(of.calls) },
      { name: 'Khách đã gọi', value: of && count(of.customers) },
      {
        name: 'Gặp khách',
        formula:
          'Cuộc có kết quả là đã nói chuyện với khách (xong, hẹn gọi lại, từ chối) hoặc khách đã nghe thông điệp ÷ cuộc đã gọi',
        value: of && share(of.reached, of.calls),
        of: of && (of.calls === 0 ? undefined : `${count(of.reached)}/${count(of.calls)}`),
      },
      {
        name: 'Thành công',
        formula: 'Cuộc có kết quả mà công ty đánh dấu là thành công ÷ cuộc đã gọi',
        value: of && share(of.success, of.calls),
        of: of && (of.calls === 0 ? undefined : `${count(of.success)}/${count(of.calls)}`),
      },
    ]}
  />
);

/** Of what a machine picks up it cannot be told that nobody heard it: that is said, and not guessed. */
const Heard = ({ of }: { of: NonNullable<Results['message']> }) => {
  const among = (n: number) => ({ value: share(n, of.picked_up), of: `${count(n)}/${count(of.picked_up)}` });
  return (
    <FiguresStrip
      figures={[
        {
          name: 'Đã nghe máy',
          formula: 'Cuộc có người hoặc hộp thư thoại của khách nhấc máy: máy trả lời chưa phân biệt được',
          value: count(of.picked_up),
        },
        { name: 'Nghe hết', formula: 'Cuộc phát hết thông điệp ÷ cuộc nghe máy', ...among(of.whole) },
        { name: 'Bấm phím', formula: 'Cuộc khách bấm một phím có việc ÷ cuộc nghe máy', ...among(of.pressed) },
        { name: 'Xin gặp người', formula: 'Cuộc khách bấm phím sang hàng đợi ÷ cuộc nghe máy', ...among(of.to_queue) },
        { name: 'Từ chối', formula: 'Cuộc khách bấm phím từ chối ÷ cuộc nghe máy', ...among(of.refused) },
      ]}
    />
  );
};

function Groups({ id, by, results }: { id: string; by: ResultBy; results: Results }) {
  const groups = results.data.map((group) => ({ ...group, label: labelOf(by, group) }));
  return (
    <>
      <Chart
        title={`Cuộc gọi theo ${resultsBy[by].toLowerCase()}`}
        column={resultsBy[by]}
        summary={`Biểu đồ ${count(results.total.calls)} cuộc gọi theo ${resultsBy[by].toLowerCase()}`}
        categories={groups.map(({ label }) => label)}
        series={[
          { name: 'Gặp khách', look: 'main', values: groups.map(({ reached }) => reached) },
          { name: 'Chưa gặp', look: 'rest', values: groups.map(({ calls, reached }) => calls - reached) },
        ]}
        format={count}
      />
      <ResultsTable
        of={resultsBy[by]}
        heads={['Khách', 'Cuộc gọi', 'Gặp khách', 'Thành công']}
        groups={groups.map(({ key, label, calls, customers, reached, success }) => ({
          key,
          label,
          cells: [
            <Link
              key="customers"
              to="/marketings/campaign/contacts/$id"
              params={{ id }}
              search={{ [filterOf[by]]: key }}
              aria-label={`${count(customers)} khách: ${label}`}
            >
              {count(customers)}
            </Link>,
            count(calls),
            `${count(reached)} · ${share(reached, calls)}`,
            `${count(success)} · ${share(success, calls)}`,
          ],
        }))}
      />
    </>
  );
}

function labelOf(by: ResultBy, { key, name }: Results['data'][number]): string {
  if (by === 'hour') return `${key}h`;
  if (by === 'attempt') return `Lần ${key}`;
  if (by === 'pressed' && key !== 'none') return `Phím ${key}`;
  if (by === 'heard' && isHeard(key)) return messageHeards[key];
  return name || unnamed[by];
}
