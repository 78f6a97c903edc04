import { allExtension, numberAll, type RequestOf, triedPhones, type tryCall } from '@alo/contract';
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
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { typedMoment } from '../../kit/format/typed-moment.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import styles from './call-test.module.css';

export type Asked = RequestOf<typeof tryCall>['body'];
type Phone = keyof typeof triedPhones;

const digitsOf = (text: string) => text.replace(/[\s.()-]/g, '');

/** Who calls what, when, and what phones do. */
export function CallTestForm({
  mistakes,
  busy,
  onTry,
}: {
  mistakes: Readonly<Record<string, string>>;
  busy: boolean;
  onTry: (asked: Asked) => void;
}) {
  const read = useRead();
  const today = useToday();
  const { data: numbers } = useQuery(read(numberAll, {}));
  const { data: extensions } = useQuery(read(allExtension, {}));
  const [side, setSide] = useState<'outside' | 'inside'>('outside');
  // Whoever comes from a number tries that one.
  const { number } = useSearch({ strict: false });
  const [dialled, setDialled] = useState<string | null>(number ?? null);
  const [typed, setTyped] = useState('');
  const [caller, setCaller] = useState('0901234567');
  const [from, setFrom] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState('09:00');
  const [keys, setKeys] = useState('');
  const [outside, setOutside] = useState<Exclude<Phone, 'break'>>('answers');
  const [away, setAway] = useState<Partial<Record<Phone, string[]>>>({});
  const people = extensions?.data.map(({ number, name }) => ({ value: number, label: `${number} · ${name}` })) ?? [];
  const own = numbers?.data ?? [];
  const to = side === 'outside' ? (dialled ?? own[0]?.number ?? '') : typed;

  const submit = () =>
    onTry({
      dialled: digitsOf(to),
      caller: side === 'outside' ? digitsOf(caller) : '',
      from_extension: side === 'inside' ? (from ?? people[0]?.value ?? '') : '',
      at: typedMoment(day ?? today, time || '09:00'),
      people: Object.entries(away).flatMap(([phone, list]) =>
        // The keys of `away` are phones.
        list.map((extension) => ({ extension, phone: phone as Phone })),
      ),
      outside,
      keys: keys.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])),
    });

  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChoiceField
        label="Ai gọi"
        required
        choices={[
          { value: 'outside', label: 'Khách gọi vào' },
          { value: 'inside', label: 'Máy nhánh gọi' },
        ]}
        value={side}
        onChange={(chosen) => setSide(chosen === 'inside' ? 'inside' : 'outside')}
      />
      {side === 'outside' ? (
        <>
          <SelectField
            label="Gọi vào đầu số"
            required
            choices={own.map(({ number, name }) => ({ value: number, label: `${groupedPhone(number)} · ${name}` }))}
            value={to || null}
            error={mistakes['dialled']}
            onChange={setDialled}
          />
          <TextField
            label="Số của khách"
            hint="Để trống: khách giấu số."
            inputMode="tel"
            value={caller}
            error={mistakes['caller']}
            onChange={(event) => setCaller(event.target.value)}
          />
        </>
      ) : (
        <>
          <SelectField
            label="Từ máy nhánh"
            required
            choices={people}
            value={from ?? people[0]?.value ?? null}
            error={mistakes['from_extension']}
            onChange={setFrom}
          />
          <TextField
            label="Số cần gọi"
            required
            inputMode="tel"
            value={typed}
            error={mistakes['dialled']}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
      <Pair>
        <DayField label="Ngày" value={day ?? today} error={mistakes['at']} onChange={setDay} />
        <TimeField label="Giờ" value={time} onChange={(next) => setTime(next ?? '')} />
      </Pair>
      <TextField
        label="Phím khách bấm"
        hint="Mỗi menu một lần bấm, cách nhau bằng dấu phẩy. Ví dụ 1, 2"
        value={keys}
        error={mistakes['keys']}
        onChange={(event) => setKeys(event.target.value)}
      />
      <fieldset className={styles.people}>
        <legend>Điện thoại của mọi người</legend>
        <Quiet size="body">Ai không được chọn dưới đây thì nghe máy.</Quiet>
        {(['no-answer', 'busy', 'declines', 'break', 'offline'] as const).map((phone) => (
          <SeveralField
            key={phone}
            label={triedPhones[phone]}
            choices={people}
            value={away[phone] ?? []}
            onChange={(list) =>
              setAway({
                // Nobody is two things at once.
                ...Object.fromEntries(
                  Object.entries(away).map(([other, theirs]) => [other, theirs.filter((one) => !list.includes(one))]),
                ),
                [phone]: list,
              })
            }
          />
        ))}
      </fieldset>
      <SelectField
        label="Số bên ngoài"
        required
        choices={choicesOf(triedPhones).filter(({ value }) => value !== 'break')}
        value={outside}
        onChange={(chosen) => setOutside((chosen ?? 'answers') as Exclude<Phone, 'break'>)}
      />
      <Button type="submit" look="primary" icon={<IconRoute aria-hidden />} busy={busy}>
        Thử
      </Button>
    </Stack>
  );
}
