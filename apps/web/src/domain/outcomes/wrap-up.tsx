import { type customers, keepDisposition, type RowOf, readyAgain } from '@alo/contract';
import { Button, ChoiceField, DayField, Stack, TimeField } from '@alo/ui';
import { useEffect, useId } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, isAnswer } from '../../kit/api/problem.ts';
import { draftKey } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { useMe } from '../../kit/me/me.ts';
import type { Problems } from '../../resource/fields/problems.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { nextCalls } from './next-call.ts';
import { OutcomeSaveBar } from './save-bar.tsx';
import { StatusChoice } from './status-choice.tsx';
import { useOutcomes } from './use-outcomes.ts';
import styles from './wrap-up.module.css';
import { keptOf, nextOf, outcomeIn, sentAt, type WrapUpInput, wrapUps } from './wrap-up-input.ts';
import { WrapUpTime } from './wrap-up-time.tsx';

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const moments = choicesOf(nextCalls);

/** The moment that it is sent at: what is sent again as it was is the same request. */
const unsent = { at: 0 };

/** What came of the call, filled in while it lasts or behind it; once it is kept one is ready for the next. */
export default function WrapUp({
  session: call,
  conversation = null,
  customer,
  note,
  onTouched,
  onKept,
  action = 'Lưu & Sẵn sàng',
  bar,
}: {
  /** The phone's own name of the call. */
  session: string;
  /** The switchboard's; the last one with the customer, where it is not known. */
  conversation?: string | null;
  customer: Pick<RowOf<typeof customers>, 'id' | 'status'>;
  /** The words of the call note, which are kept with the outcome. */
  note: string;
  onTouched: (touched: boolean) => void;
  onKept: () => void;
  /** What saving is called, where something else comes after it. */
  action?: string;
  /** Where its button stands; behind the form, if nothing is said. */
  bar?: HTMLElement | null;
}) {
  const id = useId();
  const { api, toasts, changes, session } = useConsole();
  const key = draftKey('wrap-up', session.tenantCode, useMe()?.id ?? '', call, customer.id);
  const { input, change: keep, clear } = useKeptInput(key, wrapUps);
  const change = (part: Partial<WrapUpInput>) => keep({ ...part, sent: null });
  const outcomes = useOutcomes() ?? [];
  const chosen = outcomeIn(outcomes, input);
  const { next, day, time } = input;
  const touched = wrapUps.isFilled(input);
  useEffect(() => onTouched(touched), [touched, onTouched]);

  const form = useContractForm({
    schema: keepDisposition.body,
    values: unsent,
    // What is missing is found below.
    body: ({ at }) =>
      chosen === null ? {} : { ...keptOf(input, { outcome: chosen.code, note, now: at }), call_id: conversation },
    mistakes: ({ at }): Problems => {
      if (chosen === null) return { outcome: 'Thông tin không được để trống' };
      const isOpen =
        (next === 'other' || chosen.next_step === 'call-again') &&
        keptOf(input, { outcome: chosen.code, note, now: at }).next_call_at === null;
      return isOpen ? { next_call_at: 'Chọn giờ gọi lại' } : {};
    },
    send: async (body, { values: { at } }) => {
      keep({ sent: { at, note } });
      // What is shown of the customer is read again once it is kept, and not for the server's word of it too.
      changes.mine('customer', [customer.id]);
      const kept = { params: { id: customer.id }, body, key: `wrap-up/${customer.id}/${at}` };
      await api(keepDisposition, kept).catch((error: unknown) => {
        changes.notMine('customer', [customer.id]);
        throw error;
      });
    },
    onRefused: (error) => {
      if (isAnswer(error)) keep({ sent: null });
      return undefined;
    },
    saved: 'Đã lưu kết quả cuộc gọi',
    onSaved: async () => {
      await clear();
      onTouched(false);
      onKept();
      await changes.stale('customer');
      // It is kept, whatever the switchboard says of the next call: another one may be owed.
      await api(readyAgain, { body: {} }).catch((error: unknown) => toasts.show({ kind: 'info', ...explain(error) }));
    },
  });
  const { errors, busy, reset } = form;

  return (
    <Stack
      as="form"
      {...form.props}
      id={id}
      gap={8}
      aria-label="Kết quả cuộc gọi"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ from: unsent, change: { at: sentAt(input, note, Date.now()) } });
      }}
    >
      <ChoiceField
        label="Kết quả cuộc gọi"
        required
        error={errors['outcome']}
        choices={outcomes.filter(({ active }) => active).map(({ code, name }) => ({ value: code, label: name }))}
        value={chosen?.code ?? null}
        onChange={(outcome) => {
          reset();
          change({ outcome });
        }}
      />
      <ChoiceField
        label="Hẹn gọi lại"
        required={chosen?.next_step === 'call-again'}
        error={errors['next_call_at']}
        choices={moments}
        value={next}
        onChange={(value) => {
          reset();
          change({ next: nextOf(value) });
        }}
      />
      {next === 'other' && (
        <div className={styles.moment}>
          <DayField label="Ngày" value={day} onChange={(value) => change({ day: value })} />
          <TimeField label="Giờ" value={time} onChange={(value) => change({ time: value })} />
        </div>
      )}
      <StatusChoice
        value={input.status ?? customer.status}
        error={errors['status']}
        onChange={(value) => change({ status: value })}
      />
      <OutcomeSaveBar bar={bar}>
        <WrapUpTime />
        <Button type="submit" form={id} look="primary" busy={busy}>
          {action}
        </Button>
      </OutcomeSaveBar>
    </Stack>
  );
}
