import { type CallRow, callDetail, callPurposes, callRecording, queueOutcomes, seesOutcomes } from '@alo/contract';
import { AfterDelay, Drawer, Fact, Facts, IconAlertTriangle, Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { callResult } from '../../domain/calls/call-result.ts';
import { recordingRefusedWords } from '../../domain/calls/recording-refused.ts';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import type { MarkShown, Playhead } from '../../domain/quality/playhead.ts';
import { CallTags } from '../../domain/tags/call-tags.tsx';
import { DecisionTrace } from '../../domain/trace/decision-trace.tsx';
import { causeWords } from '../../domain/trace/trace-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { clockSeconds, date, lasted } from '../../kit/format/time.ts';
import { useMay, useOwnExtension } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { RowSteps } from '../../resource/list/row-steps.tsx';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';
import { callBackOf, callStatusTones, numberOf, partyOf, staffOf } from './call-words.ts';
import { Direction } from './direction.tsx';
import { LegTimeline } from './leg-timeline.tsx';
import { Waited } from './waited.tsx';
import type { Followers } from './words.tsx';

/** What few ask for comes when a call is opened. */
const Kept = lazy(() => import('./kept.tsx'));
const CallCode = lazy(() => import('./call-code.tsx'));
const Evidence = lazy(() => import('./evidence.tsx'));
const Words = lazy(() => import('./words.tsx'));
const RecordingComments = lazy(() => import('./comments.tsx'));
const LineQuality = lazy(() => import('./line-quality.tsx'));
const RecordingPlayer = lazy(async () => ({ default: (await import('./recording-player.tsx')).RecordingPlayer }));
const CallScores = lazy(() => import('../../domain/quality/call-scores.tsx'));
/** Few calls are held: what it takes comes when one is opened. */
const Held = lazy(() => import('./held.tsx'));

/** One conversation: what came of it, its recording, who was on the line when, and why it went where it went. */
export function CallDrawer({
  id,
  rows,
  said = '',
  onOpen,
}: {
  id: string | undefined;
  rows: readonly CallRow[];
  /** The words that calls are looked for by. */
  said?: string | undefined;
  onOpen: (id: string | undefined) => void;
}) {
  const read = useRead();
  const own = useOwnExtension();
  const {
    data: call,
    error,
    refetch,
  } = useQuery({ ...read(callDetail, { params: { id: id ?? '' } }), enabled: id !== undefined });
  const known = call ?? rows.find((row) => row.id === id);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => onOpen(undefined)}
      width={600}
      title={
        <RowSteps id={id} rows={rows} what="Cuộc gọi" onOpen={onOpen}>
          {known ? partyOf(known, own) : <Skeleton width={160} height={16} />}
        </RowSteps>
      }
    >
      {known && <CallFacts call={known} own={own} opens={call?.customer_opens === true} />}
      {error !== null && call === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {call === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={72} />
        </AfterDelay>
      )}
      {call && <Story key={call.id} call={call} said={said} />}
    </Drawer>
  );
}

/** The cause, beside how it came out, is not said twice in the same words. */
const saysMore = (call: CallRow): boolean =>
  call.cause !== '' && causeWords(call.cause) !== callResult(call).toLowerCase();

function CallFacts({ call, own, opens }: { call: CallRow; own: string; opens: boolean }) {
  const sees = useMay();
  const facts: [string, React.ReactNode][] = [
    ...customerIn(call, opens),
    ['Số điện thoại', <PhoneNumber key="phone" number={numberOf(call, own)} callAs={callBackOf(call, own)} />],
    ['Loại', <Direction key="direction" direction={call.direction} />],
    ...(call.purpose === 'people'
      ? []
      : [['Mục đích', callPurposes[call.purpose]] satisfies [string, React.ReactNode]]),
    ['Nhân viên', staffOf(call) || '–'],
    ['Đầu số', groupedPhone(call.hotline) || '–'],
    ['Bắt đầu', `${date(call.started_at)} ${clockSeconds(call.started_at)}`],
    ['Thời gian chờ', <Waited key="waited" call={call} />],
    ['Đàm thoại', lasted(call.talk_seconds)],
    ['Tổng', lasted(call.total_seconds)],
    ...(sees(seesOutcomes)
      ? [['Nhãn', <CallTags key="tags" call={call.id} tags={call.tags} who="" />] satisfies [string, React.ReactNode]]
      : []),
  ];
  return (
    <>
      <p className={styles.outcome}>
        <Status tone={callStatusTones[call.status]}>{callResult(call)}</Status>
        {saysMore(call) && <span className={styles.cause}>{causeWords(call.cause)}</span>}
      </p>
      {call.broken !== '' && (
        <p className={`${styles.broken} ${styles['broken-note']}`}>
          <IconAlertTriangle size={15} aria-hidden />
          {`Gặp chỗ hỏng trong cấu hình: ${call.broken}`}
        </p>
      )}
      <Facts className={styles.facts}>
        {facts.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

/** The way to the customer's card, for whom it is there. */
const customerIn = ({ customer_id: id, customer_name: name }: CallRow, opens: boolean): [string, React.ReactNode][] =>
  id === null
    ? []
    : [
        [
          'Khách hàng',
          opens ? (
            <Link key="customer" to="/customer" search={{ id }}>
              {name}
            </Link>
          ) : (
            name
          ),
        ],
      ];

function Story({ call, said }: { call: CallDetail; said: string }) {
  const may = useMay();
  const heard = useRef<Playhead>({ at: 0, seek: () => {} });
  const [marks, setMarks] = useState<readonly MarkShown[]>([]);
  const isRecorded = call.recording === 'ready' || call.recording === 'incomplete' || call.recording === 'no-space';
  const isHeard = isRecorded && may(callRecording.access);
  const [followers] = useState<Followers>(() => new Set());
  const onHeard = (now: Playhead) => {
    heard.current = now;
    for (const follow of followers) follow(now.at);
  };
  const [commented, setCommented] = useState<readonly MarkShown[]>([]);
  return (
    <>
      <Suspense>
        <Kept call={call} />
      </Suspense>
      {(call.recording !== 'none' || call.recording_refused_after !== null) && (
        <section className={styles.part}>
          <h2>Ghi âm</h2>
          {call.recording_refused_after !== null && (
            <p className={styles.aside}>
              {recordingRefusedWords(call.recording_refused_after)}
              {call.recording === 'dropped' ? ', phần ghi trước đó đã bỏ.' : '.'}
            </p>
          )}
          {call.recording === 'open' && (
            <p className={styles.aside}>Cuộc gọi đang được ghi âm, nghe được sau khi kết thúc.</p>
          )}
          {call.recording === 'failed' && <p className={styles.aside}>Không lưu được ghi âm của cuộc gọi này.</p>}
          {call.recording === 'no-room' && <p className={styles.aside}>Không ghi âm được vì ổ đĩa đã đầy.</p>}
          {call.recording === 'incomplete' && <p className={styles.aside}>Ghi âm dừng trước khi cuộc gọi kết thúc.</p>}
          {call.recording === 'no-space' && <p className={styles.aside}>Ghi âm bị cắt vì ổ đĩa đã đầy.</p>}
          {isRecorded &&
            (isHeard ? (
              <Suspense>
                <RecordingPlayer call={call} onHeard={onHeard} marks={[...commented, ...marks]} />
                <RecordingComments call={call.id} heard={heard} onMarks={setCommented} />
                <Evidence call={call} heard={heard} />
              </Suspense>
            ) : (
              <p className={styles.aside}>Bạn chưa có quyền nghe ghi âm.</p>
            ))}
        </section>
      )}
      {isHeard && (
        <Suspense>
          <Words call={call} heard={heard} followers={followers} said={said} />
        </Suspense>
      )}
      <Suspense>
        <CallScores call={call.id} isRecorded={isRecorded} heard={heard} onMarks={setMarks} />
      </Suspense>
      {call.queue_stays.length > 0 && (
        <section className={styles.part}>
          <h2>Hàng đợi</h2>
          {call.queue_stays.map(({ queue, outcome, wait_seconds: waited }) => (
            <p key={queue}>
              {queue}{' '}
              <span className={styles.aside}>
                {queueOutcomes[outcome].toLowerCase()}
                {outcome !== 'turned-away' && ` sau khi chờ ${lasted(waited)}`}
              </span>
            </p>
          ))}
        </section>
      )}
      {call.legs.length > 0 && (
        <section className={styles.part}>
          <h2>Diễn biến</h2>
          <LegTimeline call={call} />
        </section>
      )}
      <Suspense>
        <LineQuality call={call} />
      </Suspense>
      {call.trace.length > 0 && (
        <section className={styles.part}>
          <h2>Vì sao cuộc gọi đi như vậy</h2>
          <DecisionTrace startedAt={call.started_at} trace={call.trace} />
        </section>
      )}
      <Suspense>
        <Held call={call} />
        <CallCode id={call.id} />
      </Suspense>
    </>
  );
}
