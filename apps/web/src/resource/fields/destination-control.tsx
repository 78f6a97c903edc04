import {
  type DestinationType,
  type DestinationValue,
  destinationLabels,
  isTyped,
  type Screen,
  showsCustomer,
  type TypedDestination,
} from '@alo/contract';
import { DestinationField, SearchField, SwitchField, TextField } from '@alo/ui';
import { type ReactNode, useState } from 'react';

import styles from './destination-control.module.css';
import type { ControlProps } from './field.ts';
import { MakeMissing } from './make-missing.tsx';
import { fieldError } from './problems.ts';
import { useDestinationName, useDestinations } from './use-destinations.ts';

/** What may come after a number outside that does not answer. */
const behind = (Object.keys(destinationLabels) as DestinationType[]).flatMap((type) => (type === 'fw' ? [] : [type])); // its own keys

type Part = Pick<ControlProps<DestinationValue>, 'disabled' | 'onBlur'> & {
  value: DestinationValue;
  error: string | undefined;
  onChange: (value: DestinationValue) => void;
};

/** A type, and which of them: looked for by words, or an outside number that one writes. */
export function DestinationControl({
  types,
  value,
  onChange,
  problems,
  name: _name,
  ...field
}: ControlProps<DestinationValue> & { types: readonly DestinationType[] }) {
  const error = fieldError(problems);
  const part = {
    ...field,
    value: value ?? undefined,
    error: error && !value?.value ? 'Chọn điểm đến' : error,
    onChange,
  };
  return (
    <DestinationField
      {...field}
      error={value && value.type !== 'hang-up' ? undefined : error}
      types={types.map((type) => ({ value: type, label: destinationLabels[type] }))}
      type={value?.type ?? null}
      onType={(chosen) => {
        const type = types.find((each) => each === chosen);
        onChange(type === undefined ? null : { type, value: '' });
      }}
    >
      {part.value && <Value key={part.value.type} {...part} value={part.value} />}
    </DestinationField>
  );
}

/** The field of a value that is written; a new type does not compile without. */
const written: Readonly<Record<TypedDestination, (part: Part) => ReactNode>> = { fw: Outside, 'hang-up': () => null };

function Value(part: Part) {
  const { type } = part.value;
  const Field = isTyped(type) ? written[type] : Place;
  return <Field {...part} />;
}

function Place({ value, error, onChange, ...field }: Part) {
  const [search, setSearch] = useState('');
  const { type } = value;
  const { found, loading, refused } = useDestinations(type, search);
  const name = useDestinationName(value);
  return (
    <MakeMissing
      of={isTyped(type) ? undefined : madeOn[type]}
      isMissing={search === '' && !loading && refused === undefined && found.length === 0 && !field.disabled}
      // An extension is called by its number, everything else by its id.
      onMade={(made) => onChange({ type, value: type === 'direct' ? String(made['number']) : made.id })}
    >
      <SearchField
        {...field}
        label={destinationLabels[type]}
        required
        error={refused ?? error}
        found={found}
        loading={loading}
        chosen={value.value === '' ? null : { value: value.value, label: name ?? '…' }}
        onSearch={setSearch}
        onChange={(chosen) => onChange({ type, value: chosen ?? '' })}
      />
    </MakeMissing>
  );
}

/** Where what calls are led to is added, where there is none of it. */
const madeOn: Readonly<Record<Exclude<DestinationType, TypedDestination>, Screen>> = {
  direct: 'subscribers',
  group: 'ringgroup',
  queue: 'queue',
  ivr: 'ivr-details',
  time: 'conditions',
  customer: 'customer-conditions',
  code: 'code-questions',
  survey: 'survey-campaign',
  msg: 'notifications',
  voicemail: 'voicemail-boxes',
  lastcall: 'last-calls',
};

function Outside({ value: given, error, onChange, ...field }: Part) {
  const { value, otherwise } = given;
  const customer = value.startsWith(showsCustomer);
  const number = value.replace(showsCustomer, '');
  const set = (next: string, shown: boolean) => onChange({ ...given, value: `${shown ? showsCustomer : ''}${next}` });
  return (
    <div className={styles.outside}>
      <TextField
        {...field}
        label="Số nhận"
        required
        inputMode="tel"
        placeholder="0901 234 567"
        error={error}
        value={number}
        onChange={(event) => set(event.target.value, customer)}
      />
      <SwitchField
        {...field}
        label="Hiện số của khách cho số nhận, nếu nhà mạng cho phép"
        value={customer}
        onChange={(shown) => set(number, shown)}
      />
      <DestinationField
        disabled={field.disabled ?? false}
        onBlur={field.onBlur}
        label="Nếu không được"
        types={behind.map((type) => ({ value: type, label: destinationLabels[type] }))}
        type={otherwise?.type ?? 'hang-up'}
        onType={(chosen) => {
          const type = behind.find((each) => each === chosen);
          onChange({ ...given, otherwise: type === undefined || type === 'hang-up' ? null : { type, value: '' } });
        }}
      >
        {otherwise && (
          <Value
            key={otherwise.type}
            {...field}
            error={otherwise.value === '' ? error : undefined}
            value={otherwise}
            onChange={({ value: chosen }) => onChange({ ...given, otherwise: { ...otherwise, value: chosen } })}
          />
        )}
      </DestinationField>
    </div>
  );
}
