import {
  callAnalysis,
  callDirections,
  comparedWith,
  exportCallAnalysis,
  figuresOfThing,
  queueAll,
  type ResultOf,
} from '@alo/contract';
import { AfterDelay, Skeleton, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rangeText } from '../../resource/fields/times.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { SavedViews, viewAddress } from '../../resource/list/saved-views.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './analysis.module.css';
import { type Asked, askedBy, chosenFrom, reports } from './analysis-asked.ts';
import { AnalysisChart, AnalysisTable } from './analysis-table.tsx';
import reportStyles from './call-reports.module.css';
import { ChangeTable } from './change-table.tsx';
import { MailRegularly } from './mail-regularly.tsx';

const narrowing = [
  period('from', 'to', 'Thời gian'),
  only('direction', oneOf('Loại', callDirections)),
  only('queue_id', reference('Hàng đợi', queueAll)),
] as const;
const names = ['of', 'by', 'across', 'figure', 'against', ...narrowing.flatMap((filter) => filter.names)];

/** /call-analysis: any figure by any two groupings, beside other days and why it changed; what somebody asks often they keep as a view. */
export default function AnalysisPage() {
  const read = useRead();
  const may = useMay();
  const { state, setFilters } = useListState(names);
  const asked = askedBy(state.filters);
  const answer = useQuery({ ...read(callAnalysis, { query: asked }), placeholderData: keepPreviousData });
  const { data } = answer;

  return (
    <Page
      title="Phân tích cuộc gọi"
      actions={data && <span className={reportStyles.days}>{rangeText({ from: data.from, to: data.to })}</span>}
    >
      <nav aria-label="Báo cáo có sẵn" className={styles.reports}>
        {reports.map(({ name, search }) => (
          <Link
            key={name}
            to="/call-analysis"
            search={{ ...search, ...daysOf(state.filters) }}
            aria-current={isAsked(search, asked) ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Surface>
        <div className={styles.toolbar}>
          <div className={styles.chips}>
            {chosenFrom(asked).map(({ label, name, words, set }) => {
              const { Chip } = only(name, oneOf(label, words));
              return (
                <Chip
                  key={`${label} ${Object.keys(words).join()}`}
                  values={asked}
                  onChange={(change) => setFilters({ ...fixed(asked), ...set(change[name]) })}
                />
              );
            })}
            {narrowing.filter(isOf(asked)).map(({ label, Chip }) => (
              <Chip
                key={label}
                values={state.filters}
                onChange={(change) => setFilters({ ...fixed(asked), ...change })}
              />
            ))}
          </div>
          <div className={styles.tools}>
            <SavedViews list="/call-analysis" address={viewAddress({ ...fixed(asked), ...daysOf(state.filters) })} />
            <MailRegularly report="call-analysis" search={fixed(asked)} />
            {may(exportCallAnalysis.access) && (
              <ExportMenu endpoint={exportCallAnalysis} query={{ ...asked }} name="phan-tich-cuoc-goi" />
            )}
          </div>
        </div>
        <div className={styles.content} data-stale={answer.isPlaceholderData || undefined}>
          <Content asked={asked} data={data} error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      </Surface>
    </Page>
  );
}

function Content({
  asked,
  data,
  error,
  onRetry,
}: {
  asked: Asked;
  data: ResultOf<typeof callAnalysis> | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={onRetry} />;
  if (data === undefined)
    return (
      <AfterDelay>
        <output aria-label="Đang tải báo cáo">
          <Skeleton width="100%" height={260} />
        </output>
      </AfterDelay>
    );
  if (data.rows.length === 0)
    return (
      <State drawing="empty" title="Không có gì để thống kê">
        {`Không có cuộc gọi nào như vậy trong những ngày ${rangeText({ from: data.from, to: data.to })}. Hãy chọn ngày khác hoặc bớt bộ lọc.`}
      </State>
    );
  // What was answered may still be of what was asked before.
  const means = figuresOfThing[asked.of][data.figure];
  if (means === undefined) return null;
  const shown = { asked, data, means };
  return (
    <Fragment>
      {asked.across === undefined && <AnalysisChart {...shown} />}
      <AnalysisTable {...shown} />
      {data.before !== null && (
        <>
          <p className={styles.note}>
            {`So với ${comparedWith[asked.against ?? 'previous'].toLowerCase()}, ${rangeText(data.before)}; ngày chưa hết thì so đến cùng giờ.`}
          </p>
          <ChangeTable {...shown} />
        </>
      )}
    </Fragment>
  );
}

/** All that is asked for but the days, said outright: what a report begins with may become something else. */
const fixed = ({ from: _from, to: _to, ...asked }: Asked) => asked;

const daysOf = ({ from, to }: Readonly<Record<string, string | undefined>>) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

const isAsked = (search: Readonly<Record<string, string>>, asked: Asked): boolean =>
  JSON.stringify(fixed(askedBy(search))) === JSON.stringify(fixed(asked));

/** Ways of calls are asked of calls, and queues of what is in them. */
const isOf =
  ({ of }: Asked) =>
  ({ names: [name] }: (typeof narrowing)[number]): boolean =>
    name === 'from' || (name === 'direction' ? of === 'calls' : of === 'queues');
