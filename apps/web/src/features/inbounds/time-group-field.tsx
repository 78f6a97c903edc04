import { timeGroupAll } from '@alo/contract';

import type { Field, FieldOptions } from '../../resource/fields/field.ts';
import { reference } from '../../resource/fields/references.tsx';

/** Opening hours that a rule holds in. */
export const timeGroup = (label: string, options: FieldOptions = {}): Field<string> =>
  reference(label, timeGroupAll, options);
