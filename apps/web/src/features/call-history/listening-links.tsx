import { listeningLinks, makeListeningLink, type ResultOf, withdrawListeningLink } from '@alo/contract';
import { Button, Dialog, DialogActions, IconLink, Menu, Quiet, Stack, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { date, dateTime } from '../../kit/format/time.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './call-history.module.css';

const goodFor = [1, 3, 7, 30];

/** Links that play the recording of a conversation without signing in. */
export default function ListeningLinks({ call, onClose }: { call: string; onClose: () => void }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const [note, setNote] = useState('');
  const [url, setUrl] = useState<string>();
  const { data } = useQuery(read(listeningLinks, { params: { id: call } }));
  const making = useMutation({
    mutationFn: (days: number) => api(makeListeningLink, { params: { id: call }, body: { days, note } }),
    onSuccess: (made) => {
      setUrl(made.url);
      setNote('');
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(listeningLinks),
  });
  const links = data?.data ?? [];
  return (
    <Dialog opened onClose={onClose} title="Liên kết nghe">
      <Stack gap={14}>
        <Quiet>
          Ai có liên kết đều nghe được ghi âm này, không cần đăng nhập; số của khách luôn bị che. Mỗi lần mở và nghe đều
          vào nhật ký. Thu hồi, hết hạn hoặc bạn không còn quyền nghe là liên kết thôi mở.
        </Quiet>
        {url !== undefined && (
          <>
            <CopyField label="Liên kết" value={url} />
            <Quiet>Chép ngay: liên kết chỉ hiện lần này.</Quiet>
          </>
        )}
        <TextField
          label="Gửi cho ai (chỉ công ty thấy)"
          value={note}
          maxLength={200}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Menu
          entries={goodFor.map((days) => ({
            key: String(days),
            label: `Nghe được trong ${days} ngày`,
            onSelect: () => making.mutate(days),
          }))}
        >
          <Button icon={<IconLink aria-hidden />} busy={making.isPending}>
            Tạo liên kết
          </Button>
        </Menu>
        {links.length > 0 && (
          <ul className={formStyles.rows} aria-label="Liên kết đang nghe được">
            {links.map((link) => (
              <Line key={link.id} link={link} />
            ))}
          </ul>
        )}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ link }: { link: ResultOf<typeof listeningLinks>['data'][number] }) {
  const { id, note, made_by: by, created_at: made, expires_at: until, opened, heard, opened_at: last } = link;
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawListeningLink, { params: { id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(listeningLinks),
  });
  const name = note === '' ? `Tạo ${dateTime(made)}` : note;
  return (
    <li>
      <span className={styles.listening}>
        {name}
        <Quiet as="span">
          {by} tạo, nghe được đến {date(until)}.{' '}
          {last === null
            ? 'Chưa ai mở'
            : `Mở ${count(opened)} lần, nghe ${count(heard)} lần, lần cuối ${dateTime(last)}`}
        </Quiet>
      </span>
      <Button
        size="sm"
        look="quiet"
        busy={withdrawing.isPending}
        aria-label={`Thu hồi ${name}`}
        onClick={() => withdrawing.mutate()}
      >
        Thu hồi
      </Button>
    </li>
  );
}
