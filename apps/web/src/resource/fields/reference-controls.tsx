import { type Choice, inSentence, SearchField, SelectField, SeveralField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import type { ChoicesEndpoint, NameEndpoint } from './endpoints.ts';
import type { ControlProps } from './field.ts';
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
    <SelectField
      {...field}
      error={fieldError(problems)}
      hint={refused ? refusal(field.label) : hint}
      choices={list}
      loading={loading}
      value={value ?? null}
      onChange={onChange}
    />
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
    <SeveralField
      {...field}
      error={fieldError(problems)}
      hint={refused ? refusal(field.label) : hint}
      choices={list}
      loading={loading}
      value={value ?? []}
      onChange={onChange}
    />
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
    <SearchField
      {...field}
      error={fieldError(problems)}
      found={data?.data.map(asChoice) ?? []}
      chosen={chosen}
      loading={isFetching}
      onSearch={setSearch}
      onChange={onChange}
    />
  );
}

const refusal = (label: string) => `Bạn chưa có quyền xem danh sách ${inSentence(label)}.`;
