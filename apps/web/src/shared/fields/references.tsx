import { type Choice, ChoiceList, matches, SearchField, SelectField, SeveralField, TextField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';

import { useRead } from '../api/queries.ts';
import { asWritten, listAddress, listCell, nameCell } from './codecs.ts';
import type { ChoicesEndpoint, NameEndpoint } from './endpoints.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { said } from './problems.ts';

/** Picks one of another resource's rows, where there are a thousand at most. */
export const reference = (label: string, choices: ChoicesEndpoint, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: nameCell,
    blank: null,
    Control: function Reference({ value, onChange, problems, hint, name: _name, ...field }) {
      const { list, loading, refused } = useChoices(choices);
      return (
        <SelectField
          {...field}
          error={said(problems)}
          hint={refused ? refusal(label) : hint}
          choices={list}
          loading={loading}
          value={value ?? null}
          onChange={onChange}
        />
      );
    },
    Show: function ReferenceName({ value }) {
      const { list } = useChoices(choices);
      return value ? nameIn(list, value) : '–';
    },
    Choose: function ReferenceChoices({ value, onChoose }) {
      const { list } = useChoices(choices);
      const [query, setQuery] = useState('');
      return (
        <>
          {list.length > 8 && (
            <TextField label="Tìm" value={query} onChange={(event) => setQuery(event.target.value)} />
          )}
          <ChoiceList
            label={label}
            choices={list.filter((choice) => matches(choice.label, query))}
            value={value}
            onChoose={onChoose}
          />
        </>
      );
    },
  });

/** Picks several of another resource's rows, where there are a thousand at most. */
export const references = (label: string, choices: ChoicesEndpoint, options: FieldOptions = {}): Field<string[]> =>
  labelled(label, options, {
    address: listAddress(asWritten),
    sheet: listCell(nameCell),
    blank: [],
    Control: function References({ value, onChange, problems, hint, name: _name, ...field }) {
      const { list, loading, refused } = useChoices(choices);
      return (
        <SeveralField
          {...field}
          error={said(problems)}
          hint={refused ? refusal(label) : hint}
          choices={list}
          loading={loading}
          value={value ?? []}
          onChange={onChange}
        />
      );
    },
    Show: function ReferenceNames({ value }) {
      const { list } = useChoices(choices);
      return value?.map((id) => nameIn(list, id)).join(', ') || '–';
    },
  });

/** Picks one of so many rows that the server looks for them; `one` answers the name of the chosen one. */
export const lookup = (
  label: string,
  choices: ChoicesEndpoint,
  one: NameEndpoint,
  options: FieldOptions = {},
): Field<string> => {
  const useName = (id: string | null | undefined) => {
    const read = useRead();
    return useQuery({ ...read(one, { params: { id: id ?? '' } }), enabled: Boolean(id), staleTime: 60_000 }).data?.name;
  };
  return labelled(label, options, {
    address: asWritten,
    sheet: nameCell,
    blank: null,
    Control: function Lookup({ value, onChange, problems, name: _name, ...field }) {
      const read = useRead();
      const [search, setSearch] = useState('');
      const { data, isFetching } = useQuery({
        ...read(choices, { query: { search, per_page: 20, sort: 'name' } }),
        placeholderData: keepPreviousData,
      });
      const name = useName(value);
      return (
        <SearchField
          {...field}
          error={said(problems)}
          found={data?.data.map(asChoice) ?? []}
          chosen={value ? { value, label: name ?? '…' } : null}
          loading={isFetching}
          onSearch={setSearch}
          onChange={onChange}
        />
      );
    },
    Show: function LookupName({ value }) {
      const name = useName(value);
      return value ? (name ?? '…') : '–';
    },
  });
};

const asChoice = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name });
const nameIn = (list: readonly Choice[], id: string) => list.find(({ value }) => value === id)?.label ?? '…';
const refusal = (label: string) => `Bạn chưa có quyền xem danh sách ${label.toLowerCase()}.`;

/** Every choice of a picker; these lists are short (a thousand at most). */
function useChoices(endpoint: ChoicesEndpoint): { list: readonly Choice[]; loading: boolean; refused: boolean } {
  const read = useRead();
  const { data, isLoading, isError } = useQuery({
    ...read(endpoint, { query: paged(endpoint) ? { per_page: 1000, sort: 'name' } : {} }),
    staleTime: 60_000,
  });
  return { list: data?.data.map(asChoice) ?? [], loading: isLoading, refused: isError };
}

/** Some of these calls answer everything they have, and know no pages. */
const paged = ({ query }: ChoicesEndpoint) => query instanceof z.ZodObject && 'per_page' in query.shape;
