import { ChoiceList, FilterChip, TextField } from '@alo/ui';
import { useState } from 'react';

import { matches } from '../fold.ts';
import { useChoices } from '../resource/field.tsx';
import type { ReferenceFilter } from '../resource/resource.ts';

/** Filters a list by one of another resource's rows. */
export function ReferenceChip({
  filter,
  value,
  onChange,
}: {
  filter: ReferenceFilter;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { list } = useChoices(filter.choices);
  const [query, setQuery] = useState('');
  return (
    <FilterChip
      label={filter.label}
      value={value && (list.find((choice) => choice.value === value)?.label ?? '…')}
      onClear={() => onChange(undefined)}
      width={260}
    >
      {(close) => (
        <>
          {list.length > 8 && (
            <TextField label="Tìm" value={query} onChange={(event) => setQuery(event.target.value)} />
          )}
          <ChoiceList
            label={filter.label}
            choices={list.filter(({ label }) => matches(label, query))}
            value={value}
            onChoose={(chosen) => {
              onChange(chosen);
              close();
            }}
          />
        </>
      )}
    </FilterChip>
  );
}
