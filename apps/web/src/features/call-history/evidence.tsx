import { callEvidence, callExcerpt, longestExcerptSeconds } from '@alo/contract';
import { Button, Fact, Facts, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Playhead } from '../../domain/quality/playhead.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

/** What proves a recording, looked at when somebody wants it; and a part of it that proves itself, for who may take recordings out. */
export default function Evidence({ call, heard }: { call: CallDetail; heard: RefObject<Playhead> }) {
  const [open, setOpen] = useState(false);
  const may = useMay();
  return (
    <details className={styles.evidence} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Bằng chứng và trích đoạn</summary>
      {open && <Proof id={call.id} />}
      {open && may(callExcerpt.access) && <Excerpt call={call} heard={heard} />}
    </details>
  );
}

function Proof({ id }: { id: string }) {
  const read = useRead();
  const { data } = useQuery(read(callEvidence, { params: { id } }));
  if (data === undefined) return null;
  const { kept_as: keptAs, bytes, link, head, fingerprint } = data;
  return (
    <Facts className={styles.proof}>
      <Fact name="Đang giữ">{`${keptAs === 'opus' ? 'Opus' : 'WAV'}, ${fileSize(bytes)}`}</Fact>
      <Fact name="Trong sổ ghi âm">{link === null ? 'Vào sổ ít phút sau cuộc gọi' : `Mục ${link.seq}`}</Fact>
      {link !== null && <Fact name="Mã băm (SHA-256)">{link.sha256}</Fact>}
      {head !== null && <Fact name="Đầu sổ">{`${head.seq} · ${head.hash}`}</Fact>}
      <Fact name="Vân tay khoá ký">{fingerprint}</Fact>
    </Facts>
  );
}

function Excerpt({
  call: { id, recording_seconds: seconds },
  heard,
}: {
  call: CallDetail;
  heard: RefObject<Playhead>;
}) {
  const { api, toasts } = useConsole();
  const [from, setFrom] = useState('00:00');
  const [to, setTo] = useState(minutesSeconds(Math.min(seconds, longestExcerptSeconds)));
  const [fromSecond, toSecond] = [secondsIn(from), secondsIn(to)];
  const wrong = wrongOf(fromSecond, toSecond);
  const take = useMutation({
    mutationFn: async () => {
      const answer = await api.file(callExcerpt, {
        params: { id },
        query: { from: fromSecond ?? 0, to: toSecond ?? 0 },
      });
      await saveFile(answer, `trich-doan-${id}.html`);
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <form
      className={styles.excerpt}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === undefined) take.mutate();
      }}
    >
      <TextField label="Từ (phút:giây)" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField label="Đến (phút:giây)" value={to} error={wrong} onChange={(event) => setTo(event.target.value)} />
      <div className={styles.excerptSteps}>
        <Button size="sm" look="quiet" onClick={() => setFrom(minutesSeconds(heard.current.at))}>
          Từ chỗ đang nghe
        </Button>
        <Button size="sm" look="quiet" onClick={() => setTo(minutesSeconds(Math.ceil(heard.current.at)))}>
          Đến chỗ đang nghe
        </Button>
        <Button type="submit" size="sm" busy={take.isPending}>
          Tải trích đoạn đã ký
        </Button>
      </div>
      <p className={styles.aside}>
        Một tệp có âm thanh và chữ ký của công ty: mở bằng trình duyệt là tự kiểm tra, không cần mạng. Sửa một byte là
        tệp báo ngay.
      </p>
    </form>
  );
}

/** `2:05` or `125`; undefined for what is no moment. */
function secondsIn(words: string): number | undefined {
  const [, minutes = '0', seconds] = /^(?:(\d{1,4}):)?(\d{1,5})$/.exec(words.trim()) ?? [];
  return seconds === undefined ? undefined : Number(minutes) * 60 + Number(seconds);
}

function wrongOf(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined || to === undefined) return 'Viết như 02:05';
  if (to <= from) return 'Phải sau chỗ bắt đầu';
  return to - from > longestExcerptSeconds ? 'Trích nhiều nhất 10 phút một lần' : undefined;
}
