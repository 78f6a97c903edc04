import {
  changeRecordingComment,
  commentRecording,
  deleteRecordingComment,
  type ResultOf,
  recordingComments,
} from '@alo/contract';
import { Actions, Button, IconBookmark, IconButton, IconPencil, IconTrash, Stack, TextAreaField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';

import type { MarkShown, Playhead } from '../../domain/quality/playhead.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { dateTime, minutesSeconds } from '../../kit/format/time.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './call-history.module.css';

type Comment = ResultOf<typeof recordingComments>['data'][number];

/** What people put at seconds of a recording: read, written and gone to here, and shown on its wave. */
export default function RecordingComments({
  call,
  heard,
  onMarks,
}: {
  call: string;
  heard: RefObject<Playhead>;
  onMarks: (marks: readonly MarkShown[]) => void;
}) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const { data } = useQuery(read(recordingComments, { params: { id: call } }));
  /** Where somebody writes one now. */
  const [at, setAt] = useState<number>();
  const comments = data?.data;
  useEffect(() => {
    onMarks((comments ?? []).map((one) => ({ at: one.at, question_id: null, comment: one.text, about: one.by_name })));
    return () => onMarks([]);
  }, [comments, onMarks]);
  const mark = useMutation({
    mutationFn: () => api(commentRecording, { params: { id: call }, body: { at: tenths(heard.current.at) } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(recordingComments),
  });
  return (
    <section className={styles.comments} aria-label="Bình luận ghi âm">
      {comments !== undefined && comments.length > 0 && (
        <ul>
          {comments.map((one) => (
            <Line key={one.id} of={one} onSeek={(to) => heard.current.seek(to)} />
          ))}
        </ul>
      )}
      {at === undefined ? (
        <Actions>
          <Button size="sm" onClick={() => setAt(tenths(heard.current.at))}>
            Bình luận chỗ đang nghe
          </Button>
          <Button
            size="sm"
            look="quiet"
            icon={<IconBookmark aria-hidden />}
            busy={mark.isPending}
            onClick={() => mark.mutate()}
          >
            Chỉ đánh dấu
          </Button>
        </Actions>
      ) : (
        <Words
          label={`Bình luận ở ${minutesSeconds(at)}`}
          text=""
          save={(text) => api(commentRecording, { params: { id: call }, body: { at, text } })}
          onClose={() => setAt(undefined)}
        />
      )}
    </section>
  );
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;
/** What was said just before is heard as well. */
const leadSeconds = 1;

function Line({ of, onSeek }: { of: Comment; onSeek: (to: number) => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [isChanging, setChanging] = useState(false);
  const remove = useMutation({
    mutationFn: () => api(deleteRecordingComment, { params: { id: of.id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(recordingComments),
  });
  const moment = minutesSeconds(of.at);
  return (
    <li>
      <Button
        size="sm"
        look="quiet"
        aria-label={`Nghe từ ${moment}`}
        onClick={() => onSeek(Math.max(0, of.at - leadSeconds))}
      >
        {moment}
      </Button>
      {isChanging ? (
        <Words
          label={`Sửa bình luận ở ${moment}`}
          text={of.text}
          save={(text) => api(changeRecordingComment, { params: { id: of.id }, body: { text } })}
          onClose={() => setChanging(false)}
        />
      ) : (
        <>
          <div className={styles.comment}>
            <p className={styles.words}>{of.text === '' ? 'Đánh dấu' : of.text}</p>
            <p className={styles.by}>
              {[of.by_name, dateTime(of.created_at), of.updated_at !== of.created_at && 'đã sửa']
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {of.own && (
            <>
              <IconButton size="sm" label={`Sửa bình luận ở ${moment}`} onClick={() => setChanging(true)}>
                <IconPencil aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                label={`Xoá bình luận ở ${moment}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate()}
              >
                <IconTrash aria-hidden />
              </IconButton>
            </>
          )}
        </>
      )}
    </li>
  );
}

function Words({
  label,
  text,
  save,
  onClose,
}: {
  label: string;
  text: string;
  save: (text: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: changeRecordingComment.body,
    values: { text },
    send: (body) => save(body.text),
    onSaved: async () => {
      await invalidate(recordingComments);
      onClose();
    },
  });
  return (
    <Stack as="form" gap={8} className={styles.comment} {...form.props}>
      <TextAreaField
        label={label}
        rows={2}
        maxLength={1000}
        value={form.values.text}
        error={form.errors['text']}
        onChange={(event) => form.set({ text: event.target.value })}
      />
      <Actions>
        <Button type="submit" size="sm" look="primary" busy={form.busy}>
          Lưu bình luận
        </Button>
        <Button size="sm" onClick={onClose}>
          Thôi
        </Button>
      </Actions>
    </Stack>
  );
}
