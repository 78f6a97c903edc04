import { type CallNote as CallNoteBefore, type customers, keepDisposition, type RowOf } from '@alo/contract';
import { Button, Skeleton, TextAreaField } from '@alo/ui';
import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef } from 'react';

import { useMay } from '../../kit/me/me.ts';
import { isUnsaved } from './call-note.ts';
import styles from './customer-card.module.css';
import { LastNotes } from './last-notes.tsx';
import { useCallNote } from './use-call-note.ts';
import { useSaidElsewhere } from './use-said-elsewhere.ts';

/** Comes behind the card itself: nobody needs it in the first second. */
const WrapUp = lazy(() => import('../../domain/outcomes/wrap-up.tsx'));

type Customer = RowOf<typeof customers>;

/** What the window beside it may ask of the card. */
export interface CardHandle {
  readonly focusNote: () => void;
}

/** The note of a call with a customer, which is saved as it is typed, and what came of it. */
export function CallNote({
  session,
  conversation,
  customer,
  notes,
  own,
  said,
  touched,
  wanted,
  waits,
  bar,
  onClosed,
  onTouched,
  onKept,
  ref,
}: {
  session: string;
  conversation: string | null;
  customer: Customer;
  /** Of conversations before this one. */
  notes: readonly CallNoteBefore[];
  /** What one has written in this one, as the server has it: here, or at another computer. */
  own: string | undefined;
  /** One has said what came of it. */
  said: boolean;
  touched: boolean;
  wanted: boolean;
  waits: () => boolean;
  /** Where what saves stands. */
  bar: HTMLElement | null;
  onClosed: () => void;
  onTouched: (touched: boolean) => void;
  onKept: () => void;
  ref: Ref<CardHandle>;
}) {
  const { note, send, flush, kept } = useCallNote(customer, session, conversation, waits);
  const { note_in_calling: over, version } = customer;
  useEffect(() => {
    if (own !== undefined) send({ type: 'told', text: own, over, version });
  }, [send, own, over, version]);
  const may = useMay();
  const area = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focusNote: () => writeOn(area.current?.querySelector('textarea')) }), []);

  const unsaved = isUnsaved(note);
  useEffect(() => {
    if (!wanted && !unsaved) onClosed();
  }, [wanted, unsaved, onClosed]);

  useSaidElsewhere(said && !touched && !unsaved, said, onKept);

  const hints = {
    saved: note.text === '' ? 'Tự lưu khi bạn gõ' : 'Đã lưu',
    unsaved: 'Chưa lưu',
    saving: 'Đang lưu…',
    failed: 'Chưa lưu được, đang thử lại',
    conflict: 'Người khác vừa sửa ghi chú này',
  } as const;
  return (
    <div ref={area} className={styles.note}>
      <LastNotes notes={notes} />
      <TextAreaField
        label="Ghi chú cuộc gọi"
        value={note.text}
        hint={<span aria-live="polite">{hints[note.state]}</span>}
        readOnly={!may('customer.update')}
        maxLength={5000}
        onChange={(event) => send({ type: 'typed', text: event.target.value })}
        onBlur={flush}
      />
      {note.theirs && (
        <div role="alert" className={styles.conflict}>
          <p>Ghi chú của người kia:</p>
          <blockquote>{note.theirs.text === '' ? '(đã xoá trống)' : note.theirs.text}</blockquote>
          <div className={styles.choices}>
            <Button size="sm" onClick={() => send({ type: 'keep-mine' })}>
              Giữ của tôi
            </Button>
            <Button size="sm" onClick={() => send({ type: 'take-theirs' })}>
              Lấy của người kia
            </Button>
          </div>
        </div>
      )}
      {may(keepDisposition.access) && (
        <Suspense fallback={<Skeleton width="100%" height={120} />}>
          <WrapUp
            session={session}
            conversation={conversation}
            customer={customer}
            note={note.text}
            bar={bar}
            onTouched={onTouched}
            onKept={() => {
              kept();
              onKept();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The cursor goes behind what stands there: a note is continued. */
function writeOn(area: HTMLTextAreaElement | null | undefined): void {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}
