import { callWordsNow, type ResultOf } from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from './monitor.module.css';

type Now = ResultOf<typeof callWordsNow>;

const lookEvery = 3_000;

/** What is said in a conversation, as far as it was written down since somebody began to read. */
export default function WordsNow({ callId, agent, onClose }: { callId: string; agent: string; onClose: () => void }) {
  const read = useRead();
  const { data, error, refetch } = useQuery({
    ...read(callWordsNow, { params: { id: callId } }),
    refetchInterval: ({ state }) => (state.error === null ? lookEvery : false),
  });
  return (
    <Dialog opened onClose={onClose} title={`Lời đang nói · ${agent}`}>
      {error === null ? <Told now={data} agent={agent} /> : <LoadFailed error={error} onRetry={() => void refetch()} />}
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
      </DialogActions>
    </Dialog>
  );
}

function Told({ now, agent }: { now: Now | undefined; agent: string }) {
  const state = now?.state ?? 'listening';
  switch (state) {
    case 'off':
      return <Quiet>Công ty chưa bật chép lời.</Quiet>;
    case 'not-recorded':
      return <Quiet>Cuộc gọi không được ghi âm vào lúc này, nên không lời nào được chép.</Quiet>;
    case 'listening':
    case 'unheard':
      return (
        <>
          <Said now={now} agent={agent} />
          {state === 'listening' ? (
            <Status tone="ready">Đang nghe, lời hiện sau vài giây</Status>
          ) : (
            <Status tone="bad">{now?.because}</Status>
          )}
          <Quiet>Máy chép, có thể sai. Lời này không được lưu; lời chép của cả cuộc gọi nằm cạnh ghi âm.</Quiet>
        </>
      );
    default:
      return state satisfies never;
  }
}

function Said({ now, agent }: { now: Now | undefined; agent: string }) {
  const lines = now?.lines ?? [];
  const list = useRef<HTMLDivElement>(null);
  // Who reads along reads the newest.
  useEffect(() => {
    const { current } = list;
    if (current !== null && lines.length > 0) current.scrollTop = current.scrollHeight;
  }, [lines.length]);
  if (now === undefined || lines.length === 0) return null;
  const names = namesOf(now.direction, agent);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse rolls it by the keys
    <div ref={list} className={styles.said} role="log" aria-label="Lời đang nói" tabIndex={0}>
      {lines.map(({ side, from, text }) => (
        <p key={`${side} ${from} ${text}`}>
          <span className={styles.by}>
            {minutesSeconds(from)} · {names[side]}
          </span>
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}

function namesOf(direction: Now['direction'], agent: string) {
  const both = 'Hai bên';
  if (direction === 'internal') return { left: 'Người gọi', right: 'Người nghe', both };
  return direction === 'inbound' ? { left: 'Khách', right: agent, both } : { left: agent, right: 'Khách', both };
}
