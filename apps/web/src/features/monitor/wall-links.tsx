import { makeWallLink, type ResultOf, wallLinks, withdrawWallLink } from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, Stack, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MadeLink, MadeLinks, MakeLink } from '../../domain/links/made-links.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { date, dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';

const goodFor = [7, 30, 90, 365];

/** What the page is narrowed to: its ids, null where it is not, and in words. */
export interface WallPlaces {
  readonly department_id: string | null;
  readonly team_id: string | null;
  readonly queue_id: string | null;
  readonly words: string;
}

/** Links that lead a television to the big screen without signing in. */
export function WallLinks({ places, onClose }: { places: WallPlaces; onClose: () => void }) {
  const { api } = useConsole();
  const read = useRead();
  const may = useMay();
  const { words, ...ids } = places;
  const [name, setName] = useState(words === '' ? 'Toàn công ty' : words);
  const { data } = useQuery(read(wallLinks, {}));
  return (
    <Dialog opened onClose={onClose} title="Liên kết màn hình lớn">
      <Stack gap={14}>
        <Quiet>
          Mở trên tivi, không cần đăng nhập: chỉ có số liệu, không có tên nhân viên hay số điện thoại. Thu hồi là màn
          hình tắt ngay. {words === '' ? 'Hiện mọi thứ bạn được xem.' : `Chỉ hiện ${words}, như bộ lọc đang chọn.`}
        </Quiet>
        {may(makeWallLink.access) && (
          <MakeLink
            goodFor={goodFor}
            make={(days) => api(makeWallLink, { body: { name, days, ...ids } })}
            listed={wallLinks}
            disabled={name.trim() === ''}
          >
            <TextField
              label="Tên màn hình"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </MakeLink>
        )}
        <MadeLinks label="Liên kết đang mở được">
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

function Line({ link }: { link: ResultOf<typeof wallLinks>['data'][number] }) {
  const { id, name, made_by: by, expires_at: until, seen_at: seen } = link;
  const { api } = useConsole();
  const may = useMay();
  const use = seen === null ? 'Chưa màn hình nào mở' : `Thấy lần cuối ${dateTime(seen)}`;
  return (
    <MadeLink
      name={name}
      about={[`${by} tạo, mở được đến ${date(until)}. ${use}`]}
      withdraw={may(withdrawWallLink.access) ? () => api(withdrawWallLink, { params: { id } }) : undefined}
      listed={wallLinks}
    />
  );
}
