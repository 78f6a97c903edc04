import { makeWallLink, type ResultOf, wallLinks, withdrawWallLink } from '@alo/contract';
import { Button, Dialog, DialogActions, IconLink, Menu, Quiet, Stack, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { date, dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './monitor.module.css';

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
  const { api, toasts } = useConsole();
  const read = useRead();
  const may = useMay();
  const invalidate = useInvalidate();
  const { words, ...ids } = places;
  const [name, setName] = useState(words === '' ? 'Toàn công ty' : words);
  const [url, setUrl] = useState<string>();
  const { data } = useQuery(read(wallLinks, {}));
  const making = useMutation({
    mutationFn: (days: number) => api(makeWallLink, { body: { name, days, ...ids } }),
    onSuccess: (made) => setUrl(made.url),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(wallLinks),
  });
  const links = data?.data ?? [];
  return (
    <Dialog opened onClose={onClose} title="Liên kết màn hình lớn">
      <Stack gap={14}>
        <Quiet>
          Mở trên tivi, không cần đăng nhập: chỉ có số liệu, không có tên nhân viên hay số điện thoại. Thu hồi là màn
          hình tắt ngay. {words === '' ? 'Hiện mọi thứ bạn được xem.' : `Chỉ hiện ${words}, như bộ lọc đang chọn.`}
        </Quiet>
        {url !== undefined && (
          <>
            <CopyField label="Liên kết" value={url} />
            <Quiet>Chép ngay: liên kết chỉ hiện lần này.</Quiet>
          </>
        )}
        {may(makeWallLink.access) && (
          <>
            <TextField
              label="Tên màn hình"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Menu
              entries={goodFor.map((days) => ({
                key: String(days),
                label: `Mở được trong ${days} ngày`,
                onSelect: () => making.mutate(days),
              }))}
            >
              <Button icon={<IconLink aria-hidden />} busy={making.isPending} disabled={name.trim() === ''}>
                Tạo liên kết
              </Button>
            </Menu>
          </>
        )}
        {links.length > 0 && (
          <ul className={formStyles.rows} aria-label="Liên kết đang mở được">
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

function Line({ link }: { link: ResultOf<typeof wallLinks>['data'][number] }) {
  const { id, name, made_by: by, expires_at: until, seen_at: seen } = link;
  const { api, toasts } = useConsole();
  const may = useMay();
  const invalidate = useInvalidate();
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawWallLink, { params: { id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(wallLinks),
  });
  return (
    <li>
      <span className={styles['wall-link']}>
        {name}
        <Quiet as="span">
          {by} tạo, mở được đến {date(until)}.{' '}
          {seen === null ? 'Chưa màn hình nào mở' : `Thấy lần cuối ${dateTime(seen)}`}
        </Quiet>
      </span>
      {may(withdrawWallLink.access) && (
        <Button
          size="sm"
          look="quiet"
          busy={withdrawing.isPending}
          aria-label={`Thu hồi ${name}`}
          onClick={() => withdrawing.mutate()}
        >
          Thu hồi
        </Button>
      )}
    </li>
  );
}
