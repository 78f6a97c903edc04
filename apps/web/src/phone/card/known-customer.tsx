import { addNumberFromCall, customerByPhone, customers } from '@alo/contract';
import { Button, SearchField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';

/** Whoever calls is a customer already: the number is added to theirs. */
export default function KnownCustomer({ number, onAdded }: { number: string; onAdded: () => void }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data, isFetching } = useQuery({
    ...read(customers.list, { query: { search, per_page: 10 } }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
  const found = (data?.data ?? []).map(({ id, name, phone }) => ({
    value: id,
    label: `${name} · ${groupedPhone(phone)}`,
  }));
  const add = async () => {
    if (chosen === null) return setWrong('Chọn khách hàng');
    setBusy(true);
    try {
      const { name } = await api(addNumberFromCall, { params: { id: chosen }, body: { phone: number } });
      toasts.show({ kind: 'success', text: `Đã thêm số vào khách hàng ${name}` });
      await invalidate(customerByPhone);
      onAdded();
    } catch (error) {
      setWrong(Object.values(mistakesToldBy(error) ?? {})[0]);
      if (mistakesToldBy(error) === undefined) toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SearchField
        label="Khách có sẵn"
        error={wrong}
        found={found}
        chosen={found.find(({ value }) => value === chosen) ?? null}
        loading={isFetching}
        onSearch={setSearch}
        onChange={(id) => {
          setWrong(undefined);
          setChosen(id);
        }}
      />
      <Button busy={busy} onClick={() => void add()}>
        Thêm số vào khách này
      </Button>
    </>
  );
}
