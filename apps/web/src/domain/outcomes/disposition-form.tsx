import type { keepCallDisposition, RequestOf } from '@alo/contract';
import { Actions, Button, ChoiceField, DayField, Stack, TextAreaField, TimeField } from '@alo/ui';
import { type FormEvent, useId, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { type DispositionDraft, dispositionBody } from './disposition-draft.ts';
import { nextCalls } from './next-call.ts';
import { OutcomeSaveBar } from './save-bar.tsx';
import { useOutcomes } from './use-outcomes.ts';
import styles from './wrap-up.module.css';
import { nextOf } from './wrap-up-input.ts';

type Body = RequestOf<typeof keepCallDisposition>['body'];

/** What came of a call, said or put right behind it: outcome, next call, and words unless these are written elsewhere. */
export function DispositionForm({
  label,
  said,
  note,
  action = 'Lưu kết quả',
  disabled = false,
  bar,
  send,
  onSaid,
  onCancel,
}: {
  label: string;
  /** As it stands, where it is put right. */
  said: DispositionDraft;
  /** Words that are written outside of the form. */
  note?: string;
  action?: string;
  disabled?: boolean;
  /** Where its button stands; behind the form, if nothing is said. */
  bar?: HTMLElement | null;
  send: (body: Body) => Promise<unknown>;
  onSaid: () => void;
  onCancel?: () => void;
}) {
  const id = useId();
  const { toasts } = useConsole();
  const outcomes = useOutcomes() ?? [];
  const [value, setValue] = useState(said);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<DispositionDraft>) => {
    setWrong({});
    setValue((before) => ({ ...before, ...part }));
  };
  const chosen = outcomes.find(({ code }) => code === value.outcome);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = dispositionBody({ ...value, ...(note !== undefined && { note }) }, { outcomes, now: Date.now() });
    if (!body.ok) return setWrong(body.wrong);
    setBusy(true);
    try {
      await send(body.body);
      toasts.show({ kind: 'success', text: 'Đã lưu kết quả cuộc gọi' });
      onSaid();
    } catch (error) {
      tellProblem(error, toasts, setWrong);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack as="form" id={id} noValidate gap={8} aria-label={label} onSubmit={(event) => void save(event)}>
      <ChoiceField
        label="Kết quả cuộc gọi"
        required
        error={wrong['outcome']}
        disabled={disabled}
        choices={outcomes
          .filter(({ code, active }) => active || code === said.outcome)
          .map(({ code, name }) => ({ value: code, label: name }))}
        value={chosen?.code ?? null}
        onChange={(outcome) => change({ outcome })}
      />
      <ChoiceField
        label="Hẹn gọi lại"
        required={chosen?.next_step === 'call-again'}
        error={wrong['next_call_at']}
        disabled={disabled}
        choices={choicesOf(nextCalls)}
        value={value.next}
        onChange={(next) => change({ next: nextOf(next) })}
      />
      {value.next === 'other' && (
        <div className={styles.moment}>
          <DayField label="Ngày" value={value.day} onChange={(day) => change({ day })} />
          <TimeField label="Giờ" value={value.time} onChange={(time) => change({ time })} />
        </div>
      )}
      {note === undefined && (
        <TextAreaField
          label="Ghi chú"
          maxLength={5000}
          value={value.note}
          error={wrong['note']}
          onChange={(event) => change({ note: event.target.value })}
        />
      )}
      <OutcomeSaveBar bar={bar}>
        <Actions>
          <Button type="submit" form={id} look="primary" busy={busy} disabled={disabled}>
            {action}
          </Button>
          {onCancel && <Button onClick={onCancel}>Thôi</Button>}
        </Actions>
      </OutcomeSaveBar>
    </Stack>
  );
}
