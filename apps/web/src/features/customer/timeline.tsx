import { type CallRow, callDirections, customerTimeline, type ResultOf, type TimelineEntry } from '@alo/contract';
import {
  AfterDelay,
  Button,
  IconChartBar,
  IconCheck,
  IconHistory,
  IconMail,
  IconNote,
  IconPencil,
  Skeleton,
} from '@alo/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';

import { callResult } from '../../domain/calls/call-result.ts';
import { CallTags } from '../../domain/tags/call-tags.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { keyOf } from '../../kit/api/queries.ts';
import { dateTime, lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from './customer.module.css';
import { fieldWords } from './field-words.ts';

/** What few ask for comes behind the story. */
const CorrectSaid = lazy(async () => ({
  default: (await import('../../domain/outcomes/correct-said.tsx')).CorrectSaid,
}));
const SurveyEntry = lazy(() => import('./survey-entry.tsx'));
const MessageEntry = lazy(() => import('./message-entry.tsx'));

type Page = ResultOf<typeof customerTimeline>;

/** Calls, what came of them, and changes, newest first. */
export function Timeline({ id }: { id: string }) {
  const { api, session } = useConsole();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(session.tenantCode, customerTimeline), id],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(customerTimeline, { params: { id }, query: pageParam === '' ? {} : { before: pageParam } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ data: entries, more }: Page) => (more ? entries.at(-1)?.at : undefined),
    meta: { rowsOf: customerTimeline.rowsOf },
  });
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <section className={styles.part} aria-label="Diễn biến">
      <h2>Diễn biến</h2>
      {error !== null && entries === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {entries === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={96} />
        </AfterDelay>
      )}
      <ol className={styles.timeline}>
        {entries?.map((entry) => (
          <li key={keyOfEntry(entry)}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Xem thêm
        </Button>
      )}
    </section>
  );
}

function keyOfEntry(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'call':
      return entry.call.id;
    case 'disposition':
      return entry.disposition.id;
    case 'task':
      return entry.task.id;
    case 'survey':
      return entry.survey.id;
    case 'message':
      return entry.message.id;
    case 'change':
      return entry.id;
    default:
      return entry satisfies never;
  }
}

function Entry({ entry }: { entry: TimelineEntry }) {
  switch (entry.kind) {
    case 'call':
      return <Call call={entry.call} />;
    case 'disposition': {
      const {
        outcome_name: outcome,
        note,
        next_call_at: next,
        by_name: by,
        campaign_name: campaign,
      } = entry.disposition;
      return (
        <Line icon={<IconNote aria-hidden />} at={entry.at} by={by}>
          <Suspense fallback={outcome}>
            <CorrectSaid said={entry.disposition}>
              <b>{outcome}</b>
              {next !== null && ` · gọi lại ${dateTime(next)}`}
              {campaign !== null && ` · chiến dịch ${campaign}`}
              {note !== '' && <p className={styles.words}>{note}</p>}
            </CorrectSaid>
          </Suspense>
        </Line>
      );
    }
    case 'task': {
      const { text, due_at: due, done_at: done, done_by_name: by, account_name: whose } = entry.task;
      return (
        <Line icon={<IconCheck aria-hidden />} at={entry.at} by={done === null ? whose : by}>
          <b>{done === null ? 'Việc cần làm' : 'Đã làm'}</b> · {text}
          {done === null && due !== null && ` · hạn ${dateTime(due)}`}
        </Line>
      );
    }
    case 'survey':
      return (
        <Line icon={<IconChartBar aria-hidden />} at={entry.at} by={entry.survey.by_name}>
          <Suspense fallback="Khảo sát">
            <SurveyEntry survey={entry.survey} />
          </Suspense>
        </Line>
      );
    case 'message':
      return (
        <Line icon={<IconMail aria-hidden />} at={entry.at} by={entry.message.by_name}>
          <Suspense fallback="Tin nhắn">
            <MessageEntry message={entry.message} />
          </Suspense>
        </Line>
      );
    case 'change':
      return (
        <Line icon={<IconPencil aria-hidden />} at={entry.at} by={entry.by_name}>
          {changeWords(entry)}
        </Line>
      );
    default:
      return entry satisfies never;
  }
}

function Call({ call }: { call: CallRow }) {
  const may = useMay();
  const words = `${callDirections[call.direction]} · ${callResult(call)}`;
  return (
    <Line icon={<IconHistory aria-hidden />} at={call.started_at} by={call.agent_name}>
      {may('call-history.view') ? (
        <Link to="/call-history" search={{ id: call.id }}>
          {words}
        </Link>
      ) : (
        words
      )}
      {call.talk_seconds > 0 && ` · ${lasted(call.talk_seconds)}`}
      {call.recording === 'ready' && ' · có ghi âm'}
      <CallTags call={call.id} tags={call.tags} who={dateTime(call.started_at)} quiet />
    </Line>
  );
}

const Line = ({ icon, at, by, children }: { icon: ReactNode; at: string; by: string | null; children: ReactNode }) => (
  <>
    {icon}
    <div>
      <div>{children}</div>
      <p className={styles.when}>
        {dateTime(at)}
        {by !== null && ` · ${by}`}
      </p>
    </div>
  </>
);

function changeWords({ action, fields }: Extract<TimelineEntry, { kind: 'change' }>): string {
  if (action === 'create') return 'Thêm khách hàng';
  const names = [...new Set(fields.map((name) => fieldWords[name] ?? name))];
  return names.length === 0 ? 'Sửa hồ sơ' : `Sửa ${names.join(', ')}`;
}
