import { botNumbers, startBotCall } from '@alo/contract';
import { Button, DialogActions, IconPhoneOutgoing, Pair, SelectField, Stack, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { mistakesIn } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import styles from './dashboard.module.css';

const voices = [
  { value: 'khach-1', label: 'Khách nam, hỏi đơn hàng' },
  { value: 'khach-2', label: 'Khách nữ, hỏi bảo hành' },
  { value: 'silent', label: 'Im lặng' },
];

type Values = Record<'from' | 'to' | 'voice' | 'digits' | 'seconds', string>;

/** Lets a made-up customer ring one of the company's numbers, so that one person can try everything. */
export default function BotCallForm({ onClose }: { onClose: () => void }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const { data } = useQuery(read(botNumbers, {}));
  const numbers = data?.numbers.toSorted((a, b) => a.number.localeCompare(b.number)) ?? [];
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const start = useMutation({ mutationFn: (body: typeof startBotCall.body._output) => api(startBotCall, { body }) });
  const values: Values = {
    from: data?.callers[0]?.number ?? '',
    to: numbers[0]?.number ?? '',
    voice: 'khach-1',
    digits: '',
    seconds: '30',
    ...typed,
  };
  const set = (name: keyof Values) => (value: string | null) => setTyped({ ...typed, [name]: value ?? '' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { from, to, voice, digits, seconds } = values;
    const parsed = startBotCall.body.safeParse({
      from: from.replaceAll(' ', ''),
      to,
      script: { voice, digits, seconds },
    });
    setErrors(mistakesIn(parsed.error));
    if (!parsed.success) return;
    try {
      await start.mutateAsync(parsed.data);
      toasts.show({ kind: 'success', text: `Khách thử đang gọi vào ${groupedPhone(to)}` });
      onClose();
    } catch (error) {
      tellProblem(error, toasts, setErrors);
    }
  };

  return (
    <Stack as="form" noValidate gap={14} onSubmit={(event) => void submit(event)}>
      <p className={styles.aside}>
        Một khách giả lập sẽ gọi vào đầu số của bạn như khách thật, để thử chuông, nghe máy và ghi âm.
      </p>
      <SelectField
        required
        label="Gọi vào đầu số"
        choices={numbers.map(({ number, name }) => ({ value: number, label: `${groupedPhone(number)} · ${name}` }))}
        value={values.to || null}
        onChange={set('to')}
        loading={data === undefined}
        error={errors['to']}
      />
      <SelectField
        label="Đóng vai khách hàng"
        hint="Hoặc nhập số khác ở ô dưới."
        choices={
          data?.callers.map(({ number, name }) => ({ value: number, label: `${name} · ${groupedPhone(number)}` })) ?? []
        }
        value={data?.callers.some(({ number }) => number === values.from) ? values.from : null}
        onChange={set('from')}
        loading={data === undefined}
      />
      <TextField
        required
        label="Gọi từ số"
        inputMode="tel"
        value={values.from}
        onChange={(event) => set('from')(event.target.value)}
        error={errors['from']}
      />
      <SelectField
        required
        label="Giọng nói"
        choices={voices}
        value={values.voice}
        onChange={set('voice')}
        error={errors['script.voice']}
      />
      <Pair>
        <TextField
          label="Phím bấm"
          hint="Dấu phẩy chờ 1 giây. Ví dụ ,,1"
          inputMode="tel"
          value={values.digits}
          onChange={(event) => set('digits')(event.target.value)}
          error={errors['script.digits']}
        />
        <TextField
          required
          label="Gác máy sau (giây)"
          type="number"
          min={1}
          max={600}
          value={values.seconds}
          onChange={(event) => set('seconds')(event.target.value)}
          error={errors['script.seconds']}
        />
      </Pair>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button type="submit" look="primary" icon={<IconPhoneOutgoing aria-hidden />} busy={start.isPending}>
          Bắt đầu gọi
        </Button>
      </DialogActions>
    </Stack>
  );
}
