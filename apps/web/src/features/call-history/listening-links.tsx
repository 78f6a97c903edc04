import { listeningLinks, makeListeningLink, type ResultOf, withdrawListeningLink } from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, Stack, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MadeLink, MadeLinks, MakeLink } from '../../domain/links/made-links.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { date, dateTime } from '../../kit/format/time.ts';

const goodFor = [1, 3, 7, 30];

/** Links that play the recording of a conversation without signing in. */
export default function ListeningLinks({ call, onClose }: { call: string; onClose: () => void }) {
  const { api } = useConsole();
  const read = useRead();
  const [note, setNote] = useState('');
  const { data } = useQuery(read(listeningLinks, { params: { id: call } }));
  const make = async (days: number) => {
    const made = await api(makeListeningLink, { params: { id: call }, body: { days, note } });
    setNote('');
    return made;
  };
  return (
    <Dialog opened onClose={onClose} title="Liên kết nghe">
      <Stack gap={14}>
        <Quiet>
          Ai có liên kết đều nghe được ghi âm này, không cần đăng nhập; số của khách luôn bị che. Mỗi lần mở và nghe đều
          vào nhật ký. Thu hồi, hết hạn hoặc bạn không còn quyền nghe là liên kết thôi mở.
        </Quiet>
        <MakeLink goodFor={goodFor} verb="Nghe" make={make} listed={listeningLinks}>
          <TextField
            label="Gửi cho ai (chỉ công ty thấy)"
            value={note}
            maxLength={200}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </MakeLink>
        <MadeLinks label="Liên kết đang nghe được">
          {(data?.data ?? []).map((link) => (
            <Line key={link.id} link={link} />
          ))}
        </MadeLinks>
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ link }: { link: ResultOf<typeof listeningLinks>['data'][number] }) {
  const { id, note, made_by: by, created_at: made, expires_at: until, opened, heard, opened_at: last } = link;
  const { api } = useConsole();
  const use =
    last === null ? 'Chưa ai mở' : `Mở ${count(opened)} lần, nghe ${count(heard)} lần, lần cuối ${dateTime(last)}`;
  return (
    <MadeLink
      name={note === '' ? `Tạo ${dateTime(made)}` : note}
      about={[`${by} tạo, nghe được đến ${date(until)}. ${use}`]}
      withdraw={() => api(withdrawListeningLink, { params: { id } })}
      listed={listeningLinks}
    />
  );
}
