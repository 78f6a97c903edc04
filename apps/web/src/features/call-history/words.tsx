import {
  type CallRow,
  type CallSummary,
  callTranscript,
  type ResultOf,
  summariseCall,
  summaryKinds,
  type TranscriptLine,
  transcribeCall,
} from '@alo/contract';
import { Actions, Button, fold, Quiet } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';

import type { Playhead } from '../../domain/quality/playhead.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import styles from './call-history.module.css';

/** Told where one listens, as one does. */
export type Followers = Set<(at: number) => void>;

const lookEvery = 3_000;

/** What was said in a recording, line by line: each leads to its second, and the one that is heard is marked. */
export default function Words({
  call,
  heard,
  followers,
  said,
}: {
  call: CallRow;
  heard: RefObject<Playhead>;
  followers: Followers;
  /** The words that the call was found by. */
  said: string;
}) {
  const read = useRead();
  const { data } = useQuery({
    ...read(callTranscript, { params: { id: call.id } }),
    refetchInterval: ({ state: { data: told } }) =>
      told?.state === 'due' || told?.writing.state === 'due' ? lookEvery : false,
  });
  if (data === undefined || (data.state === 'none' && !data.possible)) return null;
  return (
    <section className={styles.part} aria-label="Lời thoại">
      <h2>Lời thoại</h2>
      <Told transcript={data} call={call} heard={heard} followers={followers} said={said} />
    </section>
  );
}

type Transcript = ResultOf<typeof callTranscript>;

function Told({
  transcript,
  call,
  ...shown
}: {
  transcript: Transcript;
  call: CallRow;
  heard: RefObject<Playhead>;
  followers: Followers;
  said: string;
}) {
  const { state, because, possible, by, lines, summary, writing } = transcript;
  switch (state) {
    case 'none':
      return <Ask endpoint={transcribeCall} call={call.id} words="Chép lời ghi âm này" />;
    case 'due':
      return <Quiet>{because === '' ? 'Đang chép lời…' : `Đang chép lời… Lần trước: ${because}`}</Quiet>;
    case 'failed':
      return (
        <>
          <Quiet>Không chép được lời: {because}</Quiet>
          {possible && <Ask endpoint={transcribeCall} call={call.id} words="Chép lại" />}
        </>
      );
    case 'done':
      return (
        <>
          {summary !== null && (
            <section className={styles.summary} aria-label="Tóm tắt">
              <h3>Tóm tắt</h3>
              <Summary summary={summary} names={namesOf(call)} heard={shown.heard} />
              <Writing call={call.id} writing={writing} />
            </section>
          )}
          {lines.length === 0 ? (
            <Quiet>Không nghe thấy lời nào.</Quiet>
          ) : (
            <Lines lines={lines} names={namesOf(call)} {...shown} />
          )}
          <Quiet>Máy chép ({by}), có thể sai: hãy nghe lại chỗ quan trọng.</Quiet>
        </>
      );
    default:
      return state satisfies never;
  }
}

function Ask({ endpoint, call, words }: { endpoint: typeof transcribeCall; call: string; words: string }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const asking = useMutation({
    mutationFn: () => api(endpoint, { params: { id: call } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(callTranscript),
  });
  return (
    <Actions>
      <Button size="sm" busy={asking.isPending} onClick={() => asking.mutate()}>
        {words}
      </Button>
    </Actions>
  );
}

type Names = Readonly<Record<TranscriptLine['side'], string>>;

/** What a call came to: each sentence with the seconds at which it is heard, which are gone to at a press. */
function Summary({ summary, names, heard }: { summary: CallSummary; names: Names; heard: RefObject<Playhead> }) {
  const { by, sentences, dropped } = summary;
  return (
    <>
      <ol>
        {sentences.map(({ kind, text, side, at }) => (
          <li key={`${kind} ${at.join(' ')} ${text}`}>
            <span className={styles.seconds}>
              {at.map((second) => (
                <button
                  key={second}
                  type="button"
                  aria-label={`Nghe từ ${minutesSeconds(second)}: ${text}`}
                  onClick={() => heard.current.seek(second)}
                >
                  {minutesSeconds(second)}
                </button>
              ))}
            </span>
            <span>
              <span className={styles.by}>
                {[kind !== 'told' && summaryKinds[kind], side !== null && names[side]].filter(Boolean).join(' · ')}
              </span>
              <span className={styles.told}>{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Quiet>
        {by === '' ? 'Trích nguyên lời, chọn theo quy tắc; không máy nào viết thêm.' : `Máy tóm tắt (${by}).`}
        {dropped > 0 && ` ${count(dropped)} câu ${by === '' ? 'của máy tóm tắt ' : ''}bị bỏ vì không có chứng cứ.`}
      </Quiet>
    </>
  );
}

/** How far the company's own writer is, where it has one. */
function Writing({ call, writing: { state, because, possible } }: { call: string; writing: Transcript['writing'] }) {
  switch (state) {
    case 'none':
      return possible && <Ask endpoint={summariseCall} call={call} words="Gửi máy tóm tắt" />;
    case 'due':
      return (
        <Quiet>{because === '' ? 'Máy tóm tắt đang viết…' : `Máy tóm tắt đang viết… Lần trước: ${because}`}</Quiet>
      );
    case 'failed':
      return (
        <>
          <Quiet>Không tóm tắt được: {because}</Quiet>
          {possible && <Ask endpoint={summariseCall} call={call} words="Tóm tắt lại" />}
        </>
      );
    case 'done':
      return null;
    default:
      return state satisfies never;
  }
}

function Lines({
  lines,
  names,
  heard,
  followers,
  said,
}: {
  lines: readonly TranscriptLine[];
  names: Names;
  heard: RefObject<Playhead>;
  followers: Followers;
  said: string;
}) {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    const follow = (at: number) => setCurrent(lines.findLastIndex(({ from }) => from <= at));
    followers.add(follow);
    return () => void followers.delete(follow);
  }, [followers, lines]);
  const wanted = fold(said).trim();
  return (
    <ol className={styles.said}>
      {lines.map((line, at) => (
        // Lines have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <li
          key={at}
          data-side={line.side}
          data-found={(wanted !== '' && fold(line.text).includes(wanted)) || undefined}
        >
          <button
            type="button"
            aria-current={at === current ? 'true' : undefined}
            onClick={() => heard.current.seek(line.from)}
          >
            <span className={styles.by}>
              {minutesSeconds(line.from)}
              {lines[at - 1]?.side !== line.side && ` · ${names[line.side]}`}
            </span>
            <span>{line.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Whoever called is on the left channel of a recording, whoever was called on the right one. */
function namesOf({ direction, customer_name: customer, agent_name: agent, caller_name: caller }: CallRow) {
  const both = 'Hai bên';
  if (direction === 'internal') return { left: caller ?? 'Người gọi', right: agent ?? 'Người nghe', both };
  const [theirs, ours] = [customer ?? 'Khách', agent ?? 'Nhân viên'];
  return direction === 'inbound' ? { left: theirs, right: ours, both } : { left: ours, right: theirs, both };
}
