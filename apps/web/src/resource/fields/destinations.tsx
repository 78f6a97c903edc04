import {
  type DestinationType,
  type DestinationValue,
  destinationLabels,
  isTyped,
  showsCustomer,
  type TypedDestination,
} from '@alo/contract';
import { lazy } from 'react';

import { groupedPhone } from '../../kit/format/phone.ts';
import { inParts } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { useDestinationName } from './use-destinations.ts';

const DestinationControl = lazy(async () => ({
  default: (await import('./destination-control.tsx')).DestinationControl,
}));

// The keys of the labels.
const allTypes = Object.keys(destinationLabels) as DestinationType[];

/** Where a call goes next; of all types, or of those that make sense there. */
export const destination = (
  label: string,
  { types = allTypes, ...options }: FieldOptions & { types?: readonly DestinationType[] } = {},
): Field<DestinationValue> =>
  labelled(label, options, {
    ...inParts((value) => `${destinationLabels[value.type]}: ${value.value}`),
    blank: null,
    Control: (props) => <DestinationControl {...props} types={types} />,
    Show: ({ value }) => (value ? <DestinationWords value={value} /> : '–'),
  });

/** “Hàng đợi: Bán hàng”, where nobody has told the name yet. */
function DestinationWords({ value }: { value: DestinationValue }) {
  const name = useDestinationName(value);
  const { otherwise, ...first } = value;
  return (
    <>
      {destinationText(first, name ?? '…')}
      {otherwise && (
        <>
          ; nếu không được: <DestinationWords value={otherwise} />
        </>
      )}
    </>
  );
}

/** What a written value is called; a new type does not compile without. */
const written: Readonly<Record<TypedDestination, (value: string) => string>> = {
  fw: (value) => groupedPhone(value.replace(showsCustomer, '')),
  'hang-up': () => '',
};

/** The same where the name is known. */
export function destinationText({ type, value, otherwise }: DestinationValue, name: string): string {
  if (type === 'hang-up') return destinationLabels[type];
  const place = isTyped(type) ? written[type](value) : name || 'không còn';
  const then = otherwise ? `; nếu không được: ${destinationLabels[otherwise.type]}` : '';
  return `${destinationLabels[type]}: ${place}${then}`;
}
