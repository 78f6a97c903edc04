import { timeGroupAll } from '@alo/contract';

import type { Field, FieldOptions } from '../../shared/fields/field.ts';
import { reference } from '../../shared/fields/references.tsx';

/** Opening hours that a rule holds in. */
export const timeGroup = (label: string, options: FieldOptions = {}): Field<string> =>
  reference(label, timeGroupAll, options);
