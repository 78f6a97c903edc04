import { destinationClasses, getCallLimits, type KeptCallLimits, updateCallLimits } from '@alo/contract';
import {
  AfterDelay,
  FieldGroup,
  FormPart,
  NumberField,
  Pair,
  Quiet,
  Skeleton,
  SwitchField,
  TextField,
  TimeField,
} from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { onOff, several } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { money, number } from '../../resource/fields/numbers.tsx';
import { text } from '../../resource/fields/text.tsx';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { type PartFields, PartForm } from './part-form.tsx';

type Hours = NonNullable<KeptCallLimits['costly_hours']>;
type Alarm = KeptCallLimits['alarm'];
type MostName =
  | ('calls' | 'calls_per_second' | 'extension_calls' | 'extension_calls_per_second')
  | ('costly_minutes_per_call' | 'costly_minutes_per_day');

const classes = choicesOf(destinationClasses);

/** Why a class is closed until somebody opens it. */
const dangers: Partial<Record<keyof typeof destinationClasses, string>> = {
  international: 'Kẻ gian chiếm được một máy nhánh thường gọi ra nước ngoài cả đêm: chỉ mở khi công ty có gọi.',
  premium: 'Mỗi phút cước cao, một phần về túi chủ đầu số: kẻ gian gọi vào chính số của mình.',
  satellite: 'Đắt nhất, và hầu như không công ty nào cần.',
};

const hoursText = (hours: Hours | null | undefined): string => (hours ? `${hours.from} – ${hours.to}` : 'Cả ngày');

const fields = {
  open: several('Được gọi đến', destinationClasses),
  home_area: text('Mã vùng của công ty'),
  costly_hours: { label: 'Giờ được gọi hướng cước cao', Show: ({ value }) => hoursText(value) },
  costly_minutes_per_call: number('Mỗi cuộc dài nhất', { unit: 'phút' }),
  costly_minutes_per_day: number('Cả công ty trong 24 giờ', { unit: 'phút' }),
  spend_per_day: money('Cước nhiều nhất trong 24 giờ'),
  prices: {
    label: 'Giá mỗi phút',
    Show: ({ value }) =>
      classes
        .flatMap(({ value: to, label }) => {
          const price = value?.[to];
          return price === undefined ? [] : [`${label} ${count(price)} ₫`];
        })
        .join(', ') || '–',
  },
  calls: number('Cả công ty, cùng lúc', { unit: 'cuộc' }),
  calls_per_second: number('Cả công ty, mỗi giây', { unit: 'cuộc' }),
  extension_calls: number('Mỗi máy nhánh, cùng lúc', { unit: 'cuộc' }),
  extension_calls_per_second: number('Mỗi máy nhánh, mỗi giây', { unit: 'cuộc' }),
  asks_who_refuses: onOff('Hỏi lại trước khi gọi'),
  alarm: {
    label: 'Dấu hiệu gian lận cước',
    Show: ({ value }) =>
      value
        ? `${count(value.costly_calls)} cuộc hoặc ${count(value.costly_minutes)} phút cước cao, ${count(value.repeated_calls)} cuộc đến một số; đêm ${hoursText(value.night)}; ngừng ${count(value.stop_minutes)} phút`
        : '–',
  },
} satisfies PartFields<KeptCallLimits>;

/** How much the company may call at all, and where to: what keeps a mistake or a thief from being dear. */
export function CallLimits() {
  const read = useRead();
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { data, error, refetch } = useQuery(read(getCallLimits, {}));
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={320} />
      </AfterDelay>
    );
  }
  return (
    <PartForm
      kept={data}
      fields={fields}
      access={updateCallLimits.access}
      schema={updateCallLimits.body}
      result={getCallLimits.result}
      send={async (body) => {
        await api(updateCallLimits, { body });
        await invalidate(getCallLimits);
      }}
    >
      {(draft) => (
        <>
          <Quiet size="body">
            Các hạn mức này đứng trên quyền gọi của nhóm và máy nhánh. Số khẩn cấp và số nội bộ luôn gọi được.
          </Quiet>
          <Destinations {...draft} />
          <Costly {...draft} />
          <Spend {...draft} />
          <AtOnce {...draft} />
          <Refusing {...draft} />
          <FraudAlarm {...draft} />
        </>
      )}
    </PartForm>
  );
}

interface Draft {
  value: KeptCallLimits;
  set: (change: Partial<KeptCallLimits>) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

const Destinations = ({ value, set, errors, disabled }: Draft) => (
  <FormPart title="Hướng gọi" help="Hướng đang đóng thì không ai gọi được, kể cả máy nhánh có quyền.">
    <FieldGroup label={fields.open.label} error={errors['open']}>
      {classes.map(({ value: to, label }) => (
        <SwitchField
          key={to}
          label={label}
          hint={dangers[to]}
          disabled={disabled}
          value={value.open.includes(to)}
          onChange={(on) =>
            set({ open: classes.map((one) => one.value).filter((one) => (one === to ? on : value.open.includes(one))) })
          }
        />
      ))}
    </FieldGroup>
    <TextField
      label={fields.home_area.label}
      hint="Không có số 0 ở đầu, ví dụ 24 hay 28: số cố định cùng mã vùng là nội hạt. Để trống: mọi số cố định là liên tỉnh."
      inputMode="numeric"
      maxLength={3}
      value={value.home_area}
      disabled={disabled}
      error={errors['home_area']}
      onChange={(event) => set({ home_area: event.target.value.trim() })}
    />
  </FormPart>
);

const Costly = ({ value, set, errors, disabled }: Draft) => (
  <FormPart
    title="Hướng cước cao"
    help="Quốc tế, 1900 và vệ tinh, khi đã mở: máy bị chiếm cũng chỉ gọi được trong giờ và ít phút."
  >
    <SwitchField
      label="Chỉ gọi trong giờ"
      hint="Ngoài giờ này không ai ở công ty để thấy cuộc gọi lạ."
      disabled={disabled}
      value={value.costly_hours !== null}
      onChange={(on) => set({ costly_hours: on ? { from: '07:00', to: '21:00' } : null })}
    />
    {value.costly_hours !== null && (
      <FieldGroup label={fields.costly_hours.label}>
        <HoursFields
          at="costly_hours"
          value={value.costly_hours}
          errors={errors}
          disabled={disabled}
          onChange={(costly_hours) => set({ costly_hours })}
        />
      </FieldGroup>
    )}
    <Pair>
      <Most name="costly_minutes_per_call" unit="phút" {...{ value, set, errors, disabled }} />
      <Most name="costly_minutes_per_day" unit="phút" {...{ value, set, errors, disabled }} />
    </Pair>
  </FormPart>
);

const Spend = ({ value, set, errors, disabled }: Draft) => {
  const { prices } = value;
  const isFree = !Object.values(prices).some((price) => price > 0);
  return (
    <FormPart title="Cước" help="Tiền gọi ra trong 24 giờ không vượt quá số này, dù ai gọi và gọi đi đâu.">
      <SwitchField
        label="Giới hạn cước gọi ra"
        disabled={disabled}
        value={value.spend_per_day !== null}
        onChange={(on) => set({ spend_per_day: on ? 1_000_000 : null })}
      />
      {value.spend_per_day !== null && (
        <>
          <NumberField
            label={fields.spend_per_day.label}
            unit="₫"
            value={value.spend_per_day}
            disabled={disabled}
            error={errors['spend_per_day']}
            onChange={(most) => set({ spend_per_day: most ?? 0 })}
          />
          <FieldGroup
            label={fields.prices.label}
            hint={
              isFree
                ? 'Chưa có giá nào: giới hạn cước chưa chặn cuộc gọi nào.'
                : 'Theo bảng giá của nhà mạng. Để trống: không tính tiền.'
            }
          >
            <Pair>
              {classes.map(({ value: to, label }) => (
                <NumberField
                  key={to}
                  label={label}
                  unit="₫"
                  value={prices[to] ?? null}
                  disabled={disabled}
                  error={errors[`prices.${to}`]}
                  onChange={(price) => {
                    const { [to]: _, ...others } = prices;
                    set({ prices: price === null ? others : { ...others, [to]: price } });
                  }}
                />
              ))}
            </Pair>
          </FieldGroup>
        </>
      )}
    </FormPart>
  );
};

const AtOnce = (draft: Draft) => (
  <FormPart title="Số cuộc gọi" help="Máy gọi tự động bị hỏng hay bị chiếm không chiếm hết đường của mọi người.">
    {(
      [
        ['calls', 'calls_per_second'],
        ['extension_calls', 'extension_calls_per_second'],
      ] as const
    ).map((pair) => (
      <Pair key={pair[0]}>
        {pair.map((name) => (
          <Most key={name} name={name} unit="cuộc" {...draft} />
        ))}
      </Pair>
    ))}
  </FormPart>
);

const Refusing = ({ value, set, disabled }: Draft) => (
  <FormPart
    title="Khách từ chối quảng cáo"
    help="Chiến dịch quảng cáo không gọi họ. Cuộc gọi tay chăm sóc hay giao dịch thì được, khi người gọi biết điều đó."
  >
    <SwitchField
      label={fields.asks_who_refuses.label}
      hint="Trên màn hình và trên điện thoại bàn (nhấn 1). Ai có quyền “Vẫn gọi khách từ chối quảng cáo” mới gọi tiếp được."
      disabled={disabled}
      value={value.asks_who_refuses}
      onChange={(asks_who_refuses) => set({ asks_who_refuses })}
    />
  </FormPart>
);

const signs = [
  ['costly_calls', 'Gọi hướng cước cao', 'lần'],
  ['costly_minutes', 'Nói chuyện hướng cước cao', 'phút'],
  ['repeated_calls', 'Gọi một số lặp lại', 'lần'],
  ['stop_minutes', 'Ngừng gọi cước cao trong', 'phút'],
] as const satisfies readonly (readonly [keyof Alarm, string, string])[];

const FraudAlarm = ({ value: { alarm }, set, errors, disabled }: Draft) => (
  <FormPart
    title="Dấu hiệu gian lận cước"
    help="Một máy nhánh gọi đến chừng này trong một giờ thì bị ngừng gọi hướng cước cao, và chuông báo người quản lý. Cuộc bị từ chối cũng tính."
  >
    <Pair>
      {signs.map(([name, label, unit]) => (
        <NumberField
          key={name}
          label={label}
          unit={unit}
          hint={name === 'stop_minutes' ? '0: chỉ báo, không ngừng.' : undefined}
          value={alarm[name]}
          disabled={disabled}
          error={errors[`alarm.${name}`]}
          onChange={(most) => set({ alarm: { ...alarm, [name]: most ?? 0 } })}
        />
      ))}
    </Pair>
    <FieldGroup label="Ban đêm" hint="Trong giờ này một nửa đã là dấu hiệu.">
      <HoursFields
        at="alarm.night"
        value={alarm.night}
        errors={errors}
        disabled={disabled}
        onChange={(night) => set({ alarm: { ...alarm, night } })}
      />
    </FieldGroup>
  </FormPart>
);

/** A limit that may be none. */
const Most = ({ name, unit, value, set, errors, disabled }: Draft & { name: MostName; unit: string }) => (
  <NumberField
    label={fields[name].label}
    unit={unit}
    placeholder="Không hạn"
    value={value[name]}
    disabled={disabled}
    error={errors[name]}
    onChange={(most) => set({ [name]: most })}
  />
);

const HoursFields = ({
  at,
  value,
  errors,
  disabled,
  onChange,
}: Pick<Draft, 'errors' | 'disabled'> & { at: string; value: Hours; onChange: (hours: Hours) => void }) => (
  <Pair>
    <TimeField
      required
      label="Từ"
      value={value.from}
      disabled={disabled}
      error={errors[`${at}.from`]}
      onChange={(from) => onChange({ ...value, from })}
    />
    <TimeField
      required
      label="Đến"
      value={value.to}
      disabled={disabled}
      error={errors[`${at}.to`]}
      onChange={(to) => onChange({ ...value, to })}
    />
  </Pair>
);
