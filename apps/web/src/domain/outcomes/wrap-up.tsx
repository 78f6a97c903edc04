import { type customers, dispositionOutcomes, keepDisposition, type RowOf, readyAgain } from '@alo/contract';
import { Button, ChoiceField, DayField, Stack, TimeField } from '@alo/ui';
import { type FormEvent, useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, isAnswer, mistakesToldBy } from '../../kit/api/problem.ts';
import { AheadContext, Until } from '../../kit/clock/server-clock.tsx';
import { draftKey } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { useMe } from '../../kit/me/me.ts';
import { useMyQueues } from '../queues/use-my-queues.ts';
import { nextCalls } from './next-call.ts';
import { StatusChoice } from './status-choice.tsx';
import styles from './wrap-up.module.css';
import { keptOf, nextOf, outcomeOf, sentAt, type WrapUpInput, wrapUps } from './wrap-up-input.ts';

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const outcomes = choicesOf(dispositionOutcomes);
const moments = choicesOf(nextCalls);

/** What came of the call, filled in while it lasts or behind it; once it is kept one is ready for the next. */
export default function WrapUp({
  session: call,
  customer,
  note,
  onTouched,
  onKept,
  action = 'Lưu & Sẵn sàng',
}: {
  /** The phone's own name of the call. */
  session: string;
  customer: Pick<RowOf<typeof customers>, 'id' | 'status'>;
  /** The words of the call note, which are kept with the outcome. */
  note: string;
  onTouched: (touched: boolean) => void;
  onKept: () => void;
  /** What saving is called, where something else comes after it. */
  action?: string;
}) {
  const { api, toasts, changes, session } = useConsole();
  const key = draftKey('wrap-up', session.tenantCode, useMe()?.id ?? '', call, customer.id);
  const { input, change: keep, clear } = useKeptInput(key, wrapUps);
  const change = (part: Partial<WrapUpInput>) => keep({ ...part, sent: null });
  const { outcome, next, day, time } = input;
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const touched = wrapUps.isFilled(input);
  useEffect(() => onTouched(touched), [touched, onTouched]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (outcome === null) return setWrong({ outcome: 'Thông tin không được để trống' });
    const at = sentAt(input, note, Date.now());
    const body = keptOf(input, { outcome, note, now: at });
    if (next === 'other' && body.next_call_at === null) return setWrong({ next_call_at: 'Chọn giờ gọi lại' });
    setBusy(true);
    keep({ sent: { at, note } });
    try {
      await api(keepDisposition, { params: { id: customer.id }, body, key: `wrap-up/${customer.id}/${at}` });
      toasts.show({ kind: 'success', text: 'Đã lưu kết quả cuộc gọi' });
      await clear();
      onTouched(false);
      onKept();
      await changes.stale('customer');
      // It is kept, whatever the switchboard says of the next call.
      await api(readyAgain, { body: {} });
    } catch (error) {
      if (isAnswer(error)) keep({ sent: null });
      const told = mistakesToldBy(error);
      if (told) setWrong(told);
      else toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack as="form" noValidate gap={8} aria-label="Kết quả cuộc gọi" onSubmit={(event) => void save(event)}>
      <ChoiceField
        label="Kết quả cuộc gọi"
        required
        error={wrong.outcome}
        choices={outcomes}
        value={outcome}
        onChange={(chosen) => {
          setWrong({});
          change({ outcome: outcomeOf(chosen) });
        }}
      />
      <ChoiceField
        label="Hẹn gọi lại"
        required={outcome === 'call-again'}
        error={wrong.next_call_at}
        choices={moments}
        value={next}
        onChange={(chosen) => {
          setWrong({});
          change({ next: nextOf(chosen) });
        }}
      />
      {next === 'other' && (
        <div className={styles.moment}>
          <DayField label="Ngày" value={day} onChange={(chosen) => change({ day: chosen })} />
          <TimeField label="Giờ" value={time} onChange={(chosen) => change({ time: chosen })} />
        </div>
      )}
      <StatusChoice
        value={input.status ?? customer.status}
        error={wrong.status}
        onChange={(chosen) => change({ status: chosen })}
      />
      <Button type="submit" look="primary" busy={busy}>
        {action}
      </Button>
      <TimeLeft />
    </Stack>
  );
}

/** How long no queue calls because this is written up. */
function TimeLeft() {
  const { wrap_up_until: until, ahead } = useMyQueues();
  if (until === null) return null;
  return (
    <AheadContext value={ahead}>
      <p className={styles.left}>
        Xử lý sau cuộc gọi, <Until at={until} />
      </p>
    </AheadContext>
  );
}
