import { ChoiceList, matches, TextField } from '@alo/ui';
import { lazy, useState } from 'react';

import { asWritten, listAddress, listCell, nameCell } from './codecs.ts';
import type { ChoicesEndpoint, NameEndpoint } from './endpoints.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { nameIn, useChoices, useName } from './use-choices.ts';

/** Pickers come with the forms; who only looks through a list needs none. */
const controls = () => import('./reference-controls.tsx');
const ReferenceControl = lazy(async () => ({ default: (await controls()).ReferenceControl }));
const ReferencesControl = lazy(async () => ({ default: (await controls()).ReferencesControl }));
const LookupControl = lazy(async () => ({ default: (await controls()).LookupControl }));

/** Picks one of another resource's rows, where there are a thousand at most. */
export const reference = (label: string, choices: ChoicesEndpoint, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: nameCell,
    blank: null,
    Control: (props) => <ReferenceControl {...props} choices={choices} />,
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
    Control: (props) => <ReferencesControl {...props} choices={choices} />,
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
): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: nameCell,
    blank: null,
    Control: (props) => <LookupControl {...props} choices={choices} one={one} />,
    Show: function LookupName({ value }) {
      const name = useName(one, value);
      return value ? (name ?? '…') : '–';
    },
  });
