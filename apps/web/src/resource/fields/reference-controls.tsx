import { type Choice, inSentence, SearchField, SelectField, SeveralField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import type { ChoicesEndpoint, NameEndpoint } from './endpoints.ts';
import type { ControlProps } from './field.ts';
import { MakeMissing } from './make-missing.tsx';
import { fieldError } from './problems.ts';
import { asChoice, useChoices, useName } from './use-choices.ts';

/** One of a thousand. */
export function ReferenceControl({
  choices,
  value,
  onChange,
  problems,
  hint,
  name: _name,
  ...field
}: ControlProps<string> & { choices: ChoicesEndpoint }) {
  const { list, loading, refused } = useChoices(choices);
  return (
    <MakeMissing
      of={choices.rowsOf[0]}
      isMissing={list.length === 0 && !loading && !refused && !field.disabled}
      onMade={({ id }) => onChange(id)}
    >
      <SelectField
        {...field}
        error={fieldError(problems)}
        hint={refused ? refusal(field.label) : hint}
        choices={list}
        loading={loading}
        value={value ?? null}
        onChange={onChange}
      />
    </MakeMissing>
  );
}

/** Several of a thousand. */
export function ReferencesControl({
  choices,
  value,
  onChange,
  problems,
  hint,
  name: _name,
  ...field
}: ControlProps<string[]> & { choices: ChoicesEndpoint }) {
  const { list, loading, refused } = useChoices(choices);
  return (
    <MakeMissing
      of={choices.rowsOf[0]}
      isMissing={list.length === 0 && !loading && !refused && !field.disabled}
      onMade={({ id }) => onChange([...(value ?? []), id])}
    >
      <SeveralField
        {...field}
        error={fieldError(problems)}
        hint={refused ? refusal(field.label) : hint}
        choices={list}
        loading={loading}
        value={value ?? []}
        onChange={onChange}
      />
    </MakeMissing>
  );
}

/** One of a million. */
export function LookupControl({
  choices,
  one,
  value,
  onChange,
  problems,
  name: _name,
  ...field
}: ControlProps<string> & { choices: ChoicesEndpoint; one: NameEndpoint }) {
  const read = useRead();
  const [search, setSearch] = useState('');
  const { data, isFetching } = useQuery({
    ...read(choices, { query: { search, per_page: 20, sort: 'name' } }),
    placeholderData: keepPreviousData,
  });
  const known = useName(one, value);
  const chosen: Choice | null = value ? { value, label: known ?? '…' } : null;
  return (
    <MakeMissing
      of={choices.rowsOf[0]}
      isMissing={search === '' && data?.data.length === 0 && !field.disabled}
      onMade={({ id }) => onChange(id)}
    >
      <SearchField
        {...field}
        error={fieldError(problems)}
        found={data?.data.map(asChoice) ?? []}
        chosen={chosen}
        loading={isFetching}
        onSearch={setSearch}
        onChange={onChange}
      />
    </MakeMissing>
  );
}

const refusal = (label: string) => `Bạn chưa có quyền xem danh sách ${inSentence(label)}.`;
