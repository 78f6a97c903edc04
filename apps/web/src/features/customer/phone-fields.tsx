import { carrierByPrefix, parsePhone } from '@alo/phone-number';
import { TypedInput, Field as UiField } from '@alo/ui';
import { groupedPhone } from '../../kit/format/phone.ts';
import { listAddress, listCell } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { phone } from '../../resource/fields/text.tsx';
import { PhoneLikeness } from './phone-likeness.tsx';

/** A customer's main number; below it stands whose the prefix was. */
export function customerPhone(label: string): Field<string> {
  const plain = phone(label);
  return {
    ...plain,
    Control: (props) => {
      const carrier = carrierOf(props.value ?? '');
      return (
        <>
          <plain.Control {...props} hint={carrier === null ? props.hint : `Nhà mạng (theo đầu số): ${carrier}`} />
          <PhoneLikeness number={props.value ?? ''} />
        </>
      );
    },
    Show: ({ value }) => {
      const carrier = carrierOf(value ?? '');
      return (
        <>
          {groupedPhone(value ?? '') || '–'}
          {carrier !== null && ` · ${carrier} (theo đầu số)`}
        </>
      );
    },
  };
}

/** Several numbers in one line. */
export function otherPhones(label: string, options: FieldOptions): Field<string[]> {
  const one = phone(label);
  return labelled(label, options, {
    address: listAddress(one.address),
    sheet: listCell(one.sheet),
    blank: [],
    Control: ({ value, onChange, problems, label: above, hint, required, ...input }) => (
      <UiField label={above} hint={hint} required={required} error={fieldError(problems)}>
        {(ids) => (
          <TypedInput
            {...input}
            {...ids}
            inputMode="tel"
            placeholder="0901 234 567, 028 7100 0101"
            value={(value ?? []).join(',')}
            onChange={(numbers) => onChange(partsOf(numbers))}
            write={(numbers) => partsOf(numbers).map(groupedPhone).join(', ')}
            read={(typed) => partsOf(typed).join(',')}
          />
        )}
      </UiField>
    ),
    Show: ({ value }) => value?.map(groupedPhone).join(', ') || '–',
  });
}

const partsOf = (text: string) => text.split(/[,;]/).flatMap((part) => part.replace(/[\s.()-]/g, '') || []);

/** Numbers move between carriers: it is whose the prefix was, and said so. */
function carrierOf(written: string): string | null {
  const read = parsePhone(written);
  return read.ok ? carrierByPrefix(read.phone) : null;
}
