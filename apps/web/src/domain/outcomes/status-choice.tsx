import { allProfileStatus } from '@alo/contract';
import { ChoiceField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { untilChanged, useRead } from '../../kit/api/queries.ts';

/** How far one is with a customer, all of the company's statuses seen at once. */
export function StatusChoice({
  value,
  error,
  onChange,
}: {
  value: string | null;
  error?: string | undefined;
  onChange: (status: string) => void;
}) {
  const read = useRead();
  const { data: statuses } = useQuery({ ...read(allProfileStatus, {}), ...untilChanged });
  return (
    <ChoiceField
      label="Tình trạng hồ sơ"
      required
      error={error}
      choices={statuses?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      onChange={onChange}
    />
  );
}
