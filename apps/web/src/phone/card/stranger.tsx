import {
  addNumberFromCall,
  allProfileStatus,
  type CallNote,
  customerByPhone,
  customerFromCall,
  keepCallDisposition,
} from '@alo/contract';
import { Button, TextAreaField, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { StatusChoice } from '../../domain/outcomes/status-choice.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { untilChanged, useInvalidate, useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { draftKey, keepDraft } from '../../kit/drafts/drafts.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import styles from './customer-card.module.css';
import { sentNotes } from './send-note.ts';
import { hasWords } from './stranger-draft.ts';
import { useSaidElsewhere } from './use-said-elsewhere.ts';
import { useStrangerWords } from './use-stranger-words.ts';

/** Come behind the card itself, as with a customer. */
const StrangerOutcome = lazy(() => import('./stranger-outcome.tsx'));
const BlockNumber = lazy(async () => ({ default: (await import('./stranger-outcome.tsx')).BlockNumber }));
const KnownCustomer = lazy(() => import('./known-customer.tsx'));

/**
 * Somebody who is in no address book yet: one says what came of the call, makes a customer of them while they talk, for which a name is
 * enough, or adds the number to a customer who is there.
 */
export function Stranger({
  call,
  conversation,
  number,
  own,
  said,
  nameElsewhere,
  bar,
  onTouched,
  onKept,
}: {
  /** The phone's own name of the call. */
  call: string;
  /** The switchboard's; null until it is known. */
  conversation: string | null;
  number: string;
  /** What one has written in it, as the server has it: here, or at another computer. */
  own: CallNote | undefined;
  /** One has said what came of it. */
  said: boolean;
  /** As the company's own CRM has it; '' where it knows nobody. */
  nameElsewhere: string;
  /** Where what saves its outcome stands. */
  bar: HTMLElement | null;
  onTouched: (touched: boolean) => void;
  /** What came of it is kept. */
  onKept: () => void;
}) {
  const { api, toasts, session } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const may = useMay();
  const { data: statuses } = useQuery({ ...read(allProfileStatus, {}), ...untilChanged });
  const accountId = useMe()?.id ?? '';
  const { words, say, isSaved, clear } = useStrangerWords({ number, conversation, own });
  const { name, note } = words;
  const [chosen, setChosen] = useState<string>();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [isKnown, setKnown] = useState(false);
  const [once] = useState(onceEach);
  const touched = hasWords(words);
  useEffect(() => onTouched(touched), [touched, onTouched]);
  const [mayAdd, maySay, mayKnow] = [customerFromCall, keepCallDisposition, addNumberFromCall].map(({ access }) =>
    may(access),
  );
  const kept = async () => {
    await clear();
    onTouched(false);
    onKept();
  };
  useSaidElsewhere(said && isSaved, said, () => void kept());
  if (!mayAdd && !maySay) return null;

  // Who is new is so by the company's first status.
  const status = chosen ?? statuses?.data[0]?.id ?? null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { name, phone: number, status: status ?? '', note };
      const customer = await once(body, (key) => api(customerFromCall, { body, key }));
      await clear();
      // The note is of this call, which goes on.
      const { id, version, note_in_calling: text } = customer;
      const sent = draftKey(sentNotes(session.tenantCode, accountId), id, call);
      if (text !== '') await keepDraft(sent, { text, base: text, version });
      onTouched(false);
      toasts.show({ kind: 'success', text: `Đã thêm khách hàng ${customer.name}` });
      await invalidate(customerByPhone);
    } catch (error) {
      tellProblem(error, toasts, setWrong);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.note}>
      <TextAreaField label="Ghi chú cuộc gọi" value={note} onChange={(event) => say({ note: event.target.value })} />
      {maySay && (
        <Suspense fallback={null}>
          <StrangerOutcome conversation={conversation} note={note} bar={bar} onKept={() => void kept()} />
        </Suspense>
      )}
      <div className={styles.choices}>
        {mayKnow && (
          <Button onClick={() => setKnown(!isKnown)}>{isKnown ? 'Tạo khách mới' : 'Thêm vào khách có sẵn'}</Button>
        )}
        <Suspense fallback={null}>
          <BlockNumber number={number} />
        </Suspense>
      </div>
      {isKnown ? (
        <Suspense fallback={null}>
          <KnownCustomer number={number} onAdded={() => void clear()} />
        </Suspense>
      ) : (
        mayAdd && (
          <form
            noValidate
            className={styles.note}
            aria-label="Thêm khách hàng này"
            onSubmit={(event) => void save(event)}
          >
            <TextField
              label="Tên khách hàng"
              required
              autoComplete="off"
              value={name}
              error={wrong.name ?? wrong.phone}
              onChange={(event) => say({ name: event.target.value })}
            />
            {name === '' && nameElsewhere !== '' && (
              <Button onClick={() => say({ name: nameElsewhere })}>Lấy tên trong CRM: {nameElsewhere}</Button>
            )}
            <StatusChoice value={status} error={wrong.status} onChange={setChosen} />
            <Button type="submit" look="primary" busy={busy}>
              Lưu khách hàng
            </Button>
          </form>
        )
      )}
    </div>
  );
}
