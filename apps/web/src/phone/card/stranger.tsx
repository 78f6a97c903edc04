import { allProfileStatus, customerByPhone, customerFromCall } from '@alo/contract';
import { Button, TextAreaField, TextField } from '@alo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { StatusChoice } from '../../domain/outcomes/status-choice.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { draftKey, keepDraft } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import styles from './customer-card.module.css';
import { sentNotes } from './send-note.ts';
import { hasWords, strangerDrafts, strangerWords } from './stranger-draft.ts';

/** Somebody who is in no address book yet: a name is enough to make a customer of them while they talk. */
export function Stranger({
  call,
  number,
  onTouched,
}: {
  /** The phone's own name of the call. */
  call: string;
  number: string;
  onTouched: (touched: boolean) => void;
}) {
  const { api, toasts, session } = useConsole();
  const read = useRead();
  const queries = useQueryClient();
  const may = useMay();
  const { data: statuses } = useQuery({ ...read(allProfileStatus, {}), staleTime: 60_000 });
  const accountId = useMe()?.id ?? '';
  const drafts = strangerDrafts(session.tenantCode, accountId);
  const { input: words, change: say, clear } = useKeptInput(draftKey(drafts, number), strangerWords);
  const { name, note } = words;
  const [chosen, setChosen] = useState<string>();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [once] = useState(onceEach);
  const touched = hasWords(words);
  useEffect(() => onTouched(touched), [touched, onTouched]);
  if (!may(customerFromCall.access)) return null;

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
      await queries.invalidateQueries({ queryKey: read(customerByPhone, { query: { phone: number } }).queryKey });
    } catch (error) {
      tellProblem(error, toasts, setWrong);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate className={styles.note} aria-label="Thêm khách hàng này" onSubmit={(event) => void save(event)}>
      <TextField
        label="Tên khách hàng"
        required
        autoComplete="off"
        value={name}
        error={wrong.name ?? wrong.phone}
        onChange={(event) => say({ name: event.target.value })}
      />
      <StatusChoice value={status} error={wrong.status} onChange={setChosen} />
      <TextAreaField label="Ghi chú cuộc gọi" value={note} onChange={(event) => say({ note: event.target.value })} />
      <Button type="submit" look="primary" busy={busy}>
        Lưu khách hàng
      </Button>
    </form>
  );
}
