import { botNumbers, startBotCall } from '@alo/contract';
import { Button, DialogActions, IconPhoneOutgoing, Pair, SelectField, Stack, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './dashboard.module.css';

const voices = [
  { value: 'khach-1', label: 'Khách nam, hỏi đơn hàng' },
  { value: 'khach-2', label: 'Khách nữ, hỏi bảo hành' },
  { value: 'silent', label: 'Im lặng' },
];

/** Null is the first there is. */
type Values = Record<'from' | 'to', string | null>;

const blank: Values & Record<'voice' | 'digits' | 'seconds', string> = {
  from: null,
  to: null,
  voice: 'khach-1',
  digits: '',
  seconds: '30',
};

/** Lets a made-up customer ring one of the company's numbers, so that one person can try everything. */
export default function BotCallForm({ onClose }: { onClose: () => void }) {
  const { api } = useConsole();
  const read = useRead();
  const { data } = useQuery(read(botNumbers, {}));
  const numbers = data?.numbers.toSorted((a, b) => a.number.localeCompare(b.number)) ?? [];
  const callOf = ({ from, to }: Values) => ({
    from: from ?? data?.callers[0]?.number ?? '',
    to: to ?? numbers[0]?.number ?? '',
  });
  const form = useContractForm({
    schema: startBotCall.body,
    values: blank,
    body: ({ voice, digits, seconds, ...call }) => {
      const { from, to } = callOf(call);
      return { from: from.replaceAll(' ', ''), to, script: { voice, digits, seconds } };
    },
    send: async (body) => {
      await api(startBotCall, { body });
      return body;
    },
    saved: ({ to }) => ({ kind: 'success', text: `Khách thử đang gọi vào ${groupedPhone(to)}` }),
    onSaved: onClose,
  });
  const { props, errors, set } = form;
  const { voice, digits, seconds } = form.values;
  const { from, to } = callOf(form.values);

  return (
    <Stack as="form" {...props} gap={14}>
      <p className={styles.aside}>
        Một khách giả lập sẽ gọi vào đầu số của bạn như khách thật, để thử chuông, nghe máy và ghi âm.
      </p>
      <SelectField
        required
        label="Gọi vào đầu số"
        choices={numbers.map(({ number, name }) => ({ value: number, label: `${groupedPhone(number)} · ${name}` }))}
        value={to || null}
        onChange={(chosen) => set({ to: chosen })}
        loading={data === undefined}
        error={errors['to']}
      />
      <SelectField
        label="Đóng vai khách hàng"
        hint="Hoặc nhập số khác ở ô dưới."
        choices={
          data?.callers.map(({ number, name }) => ({ value: number, label: `${name} · ${groupedPhone(number)}` })) ?? []
        }
        value={data?.callers.some(({ number }) => number === from) ? from : null}
        onChange={(chosen) => set({ from: chosen ?? '' })}
        loading={data === undefined}
      />
      <TextField
        required
        label="Gọi từ số"
        inputMode="tel"
        value={from}
        onChange={(event) => set({ from: event.target.value })}
        error={errors['from']}
      />
      <SelectField
        required
        label="Giọng nói"
        choices={voices}
        value={voice}
        onChange={(chosen) => set({ voice: chosen ?? '' })}
        error={errors['script.voice']}
      />
      <Pair>
        <TextField
          label="Phím bấm"
          hint="Dấu phẩy chờ 1 giây. Ví dụ ,,1"
          inputMode="tel"
          value={digits}
          onChange={(event) => set({ digits: event.target.value })}
          error={errors['script.digits']}
        />
        <TextField
          required
          label="Gác máy sau (giây)"
          type="number"
          min={1}
          max={600}
          value={seconds}
          onChange={(event) => set({ seconds: event.target.value })}
          error={errors['script.seconds']}
        />
      </Pair>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button type="submit" look="primary" icon={<IconPhoneOutgoing aria-hidden />} busy={form.busy}>
          Bắt đầu gọi
        </Button>
      </DialogActions>
    </Stack>
  );
}
