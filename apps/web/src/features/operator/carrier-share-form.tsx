import {
  addCarrierShare,
  deleteCarrierShare,
  operatedCarriers,
  type ResultOf,
  updateCarrierShare,
} from '@alo/contract';
import { Actions, Button, NumberField, Pair, SecretField, Stack, SwitchField, TextAreaField, TextField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { Warnings } from '../../resource/page/warnings.tsx';
import { type CarrierSum, isOverbooked, sumWords } from './carrier-sum.ts';

type Share = ResultOf<typeof operatedCarriers>['data'][number];

const blank = {
  ma_dn: '',
  name: '',
  places: '',
  numbers: '',
  max_calls: null as number | null,
  carrier_calls: null as number | null,
  username: '',
  auth_username: '',
  domain: '',
  passes_callers: false,
  active: true,
};

/** Gives a company its part of a carrier, or changes what it was given. */
export function CarrierShareForm({
  share,
  known,
  onSaved,
}: {
  share?: Share;
  /** Of which one is perhaps of the same carrier. */
  known: readonly Share[];
  onSaved: () => void;
}) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const done = () => {
    onSaved();
    return invalidate(operatedCarriers);
  };
  const { props, values, set, errors, busy } = useContractForm({
    schema: addCarrierShare.body,
    values: {
      ...blank,
      ...(share && { ...share, places: share.places.join('\n'), numbers: share.numbers.map(typed).join('\n') }),
      password: null as string | null,
    },
    body: ({ places, numbers, carrier_calls: channels, ...its }) => ({
      ...its,
      // Nothing said of a carrier that is known already leaves it as it is.
      ...(share === undefined && channels === null ? {} : { carrier_calls: channels }),
      places: linesOf(places),
      numbers: linesOf(numbers),
    }),
    send: ({ ma_dn, ...given }) =>
      share === undefined
        ? api(addCarrierShare, { body: { ma_dn, ...given } })
        : api(updateCarrierShare, { params: { id: share.id }, body: { ...given, version: share.version } }),
    onRefused: (error) => {
      if (error instanceof ApiProblem && error.code === 'conflict') void invalidate(operatedCarriers);
      return undefined;
    },
    saved: share === undefined ? 'Đã giao nhà mạng' : `Đã lưu ${share.name}, ${share.company}`,
    onSaved: done,
  });
  const carrier = share ?? known.find(({ places }) => linesOf(values.places).some((place) => places.includes(place)));
  const sum = sumWith(carrier, share, values);
  const errorOf = (field: string) => Object.entries(errors).find(([name]) => name.startsWith(field))?.[1];
  return (
    <Stack as="form" {...props} gap={18} narrow>
      {share === undefined && (
        <TextField
          label="Mã công ty"
          value={values.ma_dn}
          error={errors['ma_dn']}
          onChange={(event) => set({ ma_dn: event.target.value })}
        />
      )}
      <TextField
        label="Tên nhà mạng"
        hint="Công ty thấy tên này."
        value={values.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextAreaField
        label="Máy chủ, địa chỉ"
        hint="Mỗi dòng một tên, địa chỉ hoặc dải mạng. Ghi cả tên và địa chỉ: không công ty nào khác dùng được các nơi này."
        value={values.places}
        error={errorOf('places')}
        onChange={(event) => set({ places: event.target.value })}
      />
      <TextAreaField
        label="Số được dùng"
        hint="Mỗi dòng một số hoặc một dải: 02873995500 - 02873995599. Để trống: mọi đầu số của công ty."
        value={values.numbers}
        error={errorOf('numbers')}
        onChange={(event) => set({ numbers: event.target.value })}
      />
      <NumberField
        label="Số kênh"
        hint="Cuộc gọi vào và ra cùng lúc, qua mọi đường truyền của công ty tới đây. Để trống: không hạn chế."
        value={values.max_calls}
        error={errors['max_calls']}
        onChange={(most) => set({ max_calls: most })}
      />
      <NumberField
        label="Kênh nhà mạng có"
        hint="Bạn mua của nhà mạng, chung cho mọi công ty. Nhà mạng không bao giờ nhận nhiều cuộc hơn số này. Để trống: không biết."
        placeholder={share === undefined && carrier?.carrier_calls != null ? count(carrier.carrier_calls) : ''}
        value={values.carrier_calls}
        error={errors['carrier_calls']}
        onChange={(channels) => set({ carrier_calls: channels })}
      />
      {isOverbooked(sum) && (
        <Warnings
          words={[
            `Đã giao nhiều hơn nhà mạng có: ${sumWords(sum)} kênh. Khi mọi công ty cùng gọi, mỗi công ty chắc chắn có một nửa phần của mình, còn lại ai gọi trước được trước.`,
          ]}
        />
      )}
      <Pair>
        <TextField
          label="Tên đăng nhập"
          hint="Nếu nhà mạng cấp riêng."
          value={values.username}
          error={errors['username']}
          onChange={(event) => set({ username: event.target.value })}
        />
        <TextField
          label="Tên xác thực"
          hint="Khi khác tên đăng nhập."
          value={values.auth_username}
          error={errors['auth_username']}
          onChange={(event) => set({ auth_username: event.target.value })}
        />
      </Pair>
      <SecretField
        label={share?.has_secret === true ? 'Mật khẩu mới' : 'Mật khẩu'}
        hint={share?.has_secret === true ? 'Đã có mật khẩu. Để trống: giữ nguyên.' : 'Công ty không đọc được.'}
        value={values.password ?? ''}
        error={errors['password']}
        onChange={(password) => set({ password: password === '' ? null : password })}
      />
      <TextField
        label="Tên miền trong From"
        hint="Khi khác tên máy chủ."
        value={values.domain}
        error={errors['domain']}
        onChange={(event) => set({ domain: event.target.value })}
      />
      <SwitchField
        label="Cho hiện số của khách khi chuyển tiếp"
        hint="Công ty chọn được số nào hiện ra ở người nghe: chỉ bật khi nhà mạng cho phép và bạn tin công ty này."
        value={values.passes_callers}
        onChange={(passes_callers) => set({ passes_callers })}
      />
      {share && (
        <SwitchField
          label="Đang giao"
          hint="Khi ngừng, công ty không gọi qua đây được nữa, và không ai lấy các nơi này."
          value={values.active}
          onChange={(active) => set({ active })}
        />
      )}
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          {share === undefined ? 'Giao' : 'Lưu'}
        </Button>
        {share?.trunks === 0 && <Forget id={share.id} onForgotten={done} />}
      </Actions>
    </Stack>
  );
}

/** What companies have of the carrier once this is saved. */
function sumWith(
  carrier: Share | undefined,
  before: Share | undefined,
  now: Pick<typeof blank, 'max_calls' | 'carrier_calls' | 'active'>,
): CarrierSum {
  const isCounted = before?.active === true;
  const others = {
    given: (carrier?.carrier_given ?? 0) - (isCounted ? (before.max_calls ?? 0) : 0),
    unlimited: (carrier?.carrier_unlimited ?? 0) - Number(isCounted && before.max_calls === null),
  };
  const said = now.carrier_calls ?? (before === undefined ? (carrier?.carrier_calls ?? null) : null);
  return {
    given: others.given + (now.active ? (now.max_calls ?? 0) : 0),
    unlimited: others.unlimited + Number(now.active && now.max_calls === null),
    channels: said,
  };
}

/** For what was given by mistake. */
function Forget({ id, onForgotten }: { id: string; onForgotten: () => Promise<void> }) {
  const { api, toasts } = useConsole();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(deleteCarrierShare, { params: { id } }),
    onSuccess: onForgotten,
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Xoá
    </Button>
  );
}

const typed = (range: string) => range.split('-').map(groupedPhone).join(' - ');

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
