import { type CallRow, callStatuses } from '@alo/contract';
import { ChoiceList, Status } from '@alo/ui';

import { oneOf } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { oneOfCodec } from '../../resource/fields/codecs.ts';
import type { Field } from '../../resource/fields/field.ts';
import { callStatusTones } from './call-words.ts';

/** How a call ended, in its colour and word. */
export function outcome(label: string): Field<CallRow['status']> {
  const { address } = oneOfCodec(callStatuses);
  const choices = choicesOf(callStatuses).map(({ value, label: word }) => ({
    value,
    label: <Status tone={callStatusTones[value]}>{word}</Status>,
  }));
  return {
    ...oneOf(label, callStatuses),
    Choose: ({ value, onChoose }) => (
      <ChoiceList
        label={label}
        choices={choices}
        value={value}
        onChoose={(chosen) => {
          const status = address.read(chosen);
          if (status !== undefined) onChoose(status);
        }}
      />
    ),
  };
}
