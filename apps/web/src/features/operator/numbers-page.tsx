import { giveNumber, numberStates, operatedNumbers, type RequestOf, type ResultOf } from '@alo/contract';
import { Actions, Button, type Column, Drawer, Stack, State, Status, TextField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { NumberCase } from '../../domain/number-states/number-case.tsx';
import { numberStateTones } from '../../domain/number-states/state-tones.ts';
import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { total } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';

type OwnedNumber = ResultOf<typeof operatedNumbers>['data'][number];

const columns: readonly Column<OwnedNumber>[] = [
  { id: 'number', label: 'Đầu số', cell: ({ number }) => groupedPhone(number) },
  { id: 'carrier_form', label: 'Nhà mạng gửi', cell: ({ carrier_form: form }) => form || '–' },
  { id: 'company', label: 'Công ty', cell: ({ company, ma_dn }) => `${company} (${ma_dn})` },
  { id: 'proven', label: 'Xác minh', cell: (row) => <Proof {...row} /> },
  {
    id: 'state',
    label: 'Hồ sơ',
    cell: ({ state }) => <Status tone={numberStateTones[state]}>{numberStates[state]}</Status>,
  },
  { id: 'created_at', label: 'Thêm lúc', cell: ({ created_at: at }) => <Moment at={at} /> },
];

const filters = [only('state', oneOf('Hồ sơ', numberStates))];

/** Whose each service number of the installation is; the operator proves it, or hands it to its owner. */
export function OperatedNumbersPage() {
  const read = useRead();
  const list = useListState(['state']);
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search, state: wanted } = listQueryOf(state) as RequestOf<typeof operatedNumbers>['query'];
  const answer = useQuery({
    ...read(operatedNumbers, { query: { page, search, state: wanted } }),
    placeholderData: keepPreviousData,
  });
  const chosen = answer.data?.data.find(({ id }) => id === state.id);
  const invalidate = useInvalidate();
  const close = () => open(undefined);
  return (
    <Page title="Đầu số của các công ty" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/operator/numbers"
        caption="Đầu số của các công ty"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm đầu số hoặc công ty"
        filters={filters}
        onOpen={({ id }) => open(id)}
        empty={<State drawing="empty" title="Chưa có đầu số nào" />}
      />
      <Drawer
        opened={chosen !== undefined}
        onClose={close}
        title={chosen === undefined ? '' : groupedPhone(chosen.number)}
      >
        {chosen && (
          <>
            <Owner key={chosen.id} row={chosen} onSaved={close} />
            <NumberCase id={chosen.id} who="operator" mayChange onChanged={() => invalidate(operatedNumbers)} />
          </>
        )}
      </Drawer>
    </Page>
  );
}

function Proof({ proven, on_trial: onTrial }: OwnedNumber) {
  if (proven) return <Status tone="ready">Đã xác minh</Status>;
  return <Status tone="paused">{onTrial ? 'Chưa xác minh, chưa gọi được' : 'Chưa xác minh'}</Status>;
}

function Owner({ row, onSaved }: { row: OwnedNumber; onSaved: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { props, values, set, errors, busy } = useContractForm({
    schema: giveNumber.body,
    values: { ma_dn: row.ma_dn },
    send: (body) => api(giveNumber, { params: { id: row.id }, body }),
    saved: `${groupedPhone(row.number)} đã được xác minh`,
    onSaved: () => {
      onSaved();
      return invalidate(operatedNumbers);
    },
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <p>
        {row.company} đã thêm số này. Xác minh khi hợp đồng với nhà mạng đứng tên công ty ấy; nếu số là của công ty
        khác, điền mã của chủ sở hữu: số được chuyển sang đó.
      </p>
      <TextField
        label="Mã doanh nghiệp của chủ sở hữu"
        value={values.ma_dn}
        error={errors['ma_dn']}
        onChange={(event) => set({ ma_dn: event.target.value })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          {values.ma_dn === row.ma_dn ? 'Xác minh' : 'Chuyển và xác minh'}
        </Button>
      </Actions>
    </Stack>
  );
}
