import { allExtension, numberAll, type RequestOf, triedPhones, tryCall } from '@alo/contract';
import {
  Button,
  ChoiceField,
  DayField,
  IconRoute,
  Pair,
  Quiet,
  SelectField,
  SeveralField,
  Stack,
  TextField,
  TimeField,
} from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { typedMoment } from '../../kit/format/typed-moment.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './call-test.module.css';

export type CallTestInput = RequestOf<typeof tryCall>['body'];
type Phone = keyof typeof triedPhones;

const digitsOf = (text: string) => text.replace(/[\s.()-]/g, '');

type Values = {
  readonly side: 'outside' | 'inside';
  /** Null is what was come from, or else the first. */
  readonly dialled: string | null;
  readonly typed: string;
  readonly caller: string;
  readonly from: string | null;
  readonly day: string | null;
  readonly time: string;
  readonly keys: string;
  readonly outside: string;
  /** Who does not answer, by what their phone does. */
  readonly away: Partial<Record<Phone, readonly string[]>>;
};

const blank: Values = {
  side: 'outside',
  dialled: null,
  typed: '',
  caller: '0901234567',
  from: null,
  day: null,
  time: '09:00',
  keys: '',
  outside: 'answers',
  away: {},
};

/** Who calls what, when, and what phones do. */
export function CallTestForm({ onTry }: { onTry: (asked: CallTestInput) => Promise<void> }) {
  const read = useRead();
  const today = useToday();
  const { data: numbers } = useQuery(read(numberAll, {}));
  const { data: extensions } = useQuery(read(allExtension, {}));
  // Whoever comes from a number tries that one.
  const { number } = useSearch({ strict: false });
  const people = extensions?.data.map(({ number, name }) => ({ value: number, label: `${number} · ${name}` })) ?? [];
  const own = numbers?.data ?? [];
  const dialledOf = ({ side, dialled, typed }: Values) =>
    side === 'outside' ? (dialled ?? number ?? own[0]?.number ?? '') : typed;
  const { props, values, set, errors, busy } = useContractForm({
    schema: tryCall.body,
    values: blank,
    body: (wish) => ({
      dialled: digitsOf(dialledOf(wish)),
      caller: wish.side === 'outside' ? digitsOf(wish.caller) : '',
      from_extension: wish.side === 'inside' ? (wish.from ?? people[0]?.value ?? '') : '',
      at: typedMoment(wish.day ?? today, wish.time || '09:00'),
      people: Object.entries(wish.away).flatMap(([phone, list]) => list.map((extension) => ({ extension, phone }))),
      outside: wish.outside,
      keys: wish.keys.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])),
    }),
    send: onTry,
    stays: true,
  });
  const { side, typed, caller, from, day, time, keys, outside, away } = values;
  const busyOnes = Object.values(away).flat().length;

  return (
    <Stack as="form" {...props}>
      <ChoiceField
        label="Ai gọi"
        required
        choices={[
          { value: 'outside', label: 'Khách gọi vào' },
          { value: 'inside', label: 'Máy nhánh gọi' },
        ]}
        value={side}
        onChange={(chosen) => set({ side: chosen === 'inside' ? 'inside' : 'outside' })}
      />
      {side === 'outside' ? (
        <>
          <SelectField
            label="Gọi vào đầu số"
            required
            choices={own.map(({ number, name }) => ({ value: number, label: `${groupedPhone(number)} · ${name}` }))}
            value={dialledOf(values) || null}
            error={errors['dialled']}
            onChange={(chosen) => set({ dialled: chosen })}
          />
          <TextField
            label="Số của khách"
            hint="Để trống: khách giấu số."
            inputMode="tel"
            value={caller}
            error={errors['caller']}
            onChange={(event) => set({ caller: event.target.value })}
          />
        </>
      ) : (
        <>
          <SelectField
            label="Từ máy nhánh"
            required
            choices={people}
            value={from ?? people[0]?.value ?? null}
            error={errors['from_extension']}
            onChange={(chosen) => set({ from: chosen })}
          />
          <TextField
            label="Số cần gọi"
            required
            inputMode="tel"
            value={typed}
            error={errors['dialled']}
            onChange={(event) => set({ typed: event.target.value })}
          />
        </>
      )}
      <Pair>
        <DayField label="Ngày" value={day ?? today} error={errors['at']} onChange={(chosen) => set({ day: chosen })} />
        <TimeField label="Giờ" value={time} onChange={(next) => set({ time: next ?? '' })} />
      </Pair>
      <TextField
        label="Phím khách bấm"
        hint="Mỗi menu một lần bấm, cách nhau bằng dấu phẩy. Ví dụ 1, 2"
        value={keys}
        error={errors['keys']}
        onChange={(event) => set({ keys: event.target.value })}
      />
      {/* Rarely asked for: what is tried and its answer fit on one screen without them. */}
      <details className={styles.phones}>
        <summary>Điện thoại của mọi người{busyOnes === 0 ? ': ai cũng nghe máy' : `: ${busyOnes} không nghe`}</summary>
        <div className={styles.people}>
          <Quiet size="body">Ai không được chọn dưới đây thì nghe máy.</Quiet>
          {(['no-answer', 'busy', 'declines', 'break', 'offline'] as const).map((phone) => (
            <SeveralField
              key={phone}
              label={triedPhones[phone]}
              choices={people}
              value={away[phone] ?? []}
              onChange={(list) =>
                set({
                  away: {
                    // Nobody is two things at once.
                    ...Object.fromEntries(
                      Object.entries(away).map(([other, theirs]) => [
                        other,
                        theirs.filter((one) => !list.includes(one)),
                      ]),
                    ),
                    [phone]: list,
                  },
                })
              }
            />
          ))}
          <SelectField
            label="Số bên ngoài"
            required
            choices={choicesOf(triedPhones).filter(({ value }) => value !== 'break')}
            value={outside}
            onChange={(chosen) => set({ outside: chosen ?? 'answers' })}
          />
        </div>
      </details>
      <Button type="submit" look="primary" icon={<IconRoute aria-hidden />} busy={busy}>
        Thử
      </Button>
    </Stack>
  );
}
