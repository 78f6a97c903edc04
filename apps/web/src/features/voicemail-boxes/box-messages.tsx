import {
  boxMessages,
  deleteBoxMessage,
  markBoxMessage,
  type ResultOf,
  type RowOf,
  type voicemailBoxes,
} from '@alo/contract';
import { Button, Dialog, DialogActions, Skeleton } from '@alo/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { keyOf } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { BoxMessage, type Message } from './box-message.tsx';
import styles from './voicemail-boxes.module.css';

type Page = ResultOf<typeof boxMessages>;

/** The messages of a box, newest first: to be heard where one may hear recordings, called back, and put out of the way. */
export function BoxMessages({ row }: { row: RowOf<typeof voicemailBoxes> }) {
  const { api, session, changes, toasts } = useConsole();
  const may = useMay();
  const { id } = row;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(session.tenantCode, boxMessages), id],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(boxMessages, { params: { id }, query: pageParam === '' ? {} : { before: pageParam } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ data: page, more }: Page) => (more ? page.at(-1)?.id : undefined),
    meta: { rowsOf: boxMessages.rowsOf },
  });
  const [leaving, setLeaving] = useState<Message>();
  const change = useMutation({
    mutationFn: ({ message, to }: { message: Message; to: 'heard' | 'unheard' | 'deleted' }) => {
      const params = { id, message: message.id };
      return to === 'deleted'
        ? api(deleteBoxMessage, { params })
        : api(markBoxMessage, { params, body: { heard: to === 'heard' } });
    },
    onSuccess: (_, { to }) => {
      if (to === 'deleted') toasts.show({ kind: 'success', text: 'Đã xoá lời nhắn' });
      setLeaving(undefined);
      return changes.stale('voicemail-boxes');
    },
    onError: (problem) => toasts.show({ kind: 'error', ...explain(problem) }),
  });
  const messages = data?.pages.flatMap((page) => page.data);

  return (
    <section className={styles.part} aria-label="Lời nhắn">
      <h2>Lời nhắn</h2>
      {error !== null && messages === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {messages === undefined && error === null && <Skeleton width="100%" height={72} />}
      {messages?.length === 0 && <p>Chưa có lời nhắn nào.</p>}
      <ul>
        {messages?.map((message) => (
          <BoxMessage
            key={message.id}
            message={message}
            onMark={
              may(markBoxMessage.access)
                ? () => change.mutate({ message, to: message.heard ? 'unheard' : 'heard' })
                : undefined
            }
            onDelete={may(deleteBoxMessage.access) ? () => setLeaving(message) : undefined}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Xem thêm
        </Button>
      )}
      <Dialog opened={leaving !== undefined} onClose={() => setLeaving(undefined)} title="Xoá lời nhắn?">
        {leaving && (
          <p>
            Lời nhắn của <b>{whoOf(leaving)}</b> lúc {dateTime(leaving.at)} sẽ không còn trong hộp thư, cả khi nghe bằng
            điện thoại. Bản ghi ở lại với cuộc gọi trong lịch sử cho đến hết hạn lưu; nhật ký hoạt động ghi ai đã xoá.
          </p>
        )}
        <DialogActions>
          <Button onClick={() => setLeaving(undefined)}>Giữ lại</Button>
          <Button
            look="danger"
            busy={change.isPending}
            onClick={() => leaving && change.mutate({ message: leaving, to: 'deleted' })}
          >
            Xoá lời nhắn
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
}

/** Who left it, as far as that is known. */
const whoOf = ({ customer, number }: Message) => customer?.name ?? (number === null ? 'số ẩn' : groupedPhone(number));
