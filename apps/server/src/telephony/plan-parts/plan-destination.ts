import type { Destination } from '@alo/call-core';

import type { DestinationKind } from '../../db/destination-kind.ts';
import { forwardOf } from '../../db/forward-value.ts';

/** In the value of a forward: the number outside is shown the customer's number, not our own. */
const showsCustomer = 'customer/';

/** A destination as call control knows it. */
export function destinationOf(kind: DestinationKind, value: string): Destination {
  switch (kind) {
    case 'direct':
      return { kind, extension: value };
    case 'group':
      return { kind, group: value };
    case 'msg':
      return { kind, announcement: value };
    case 'time':
    case 'customer':
      return { kind, condition: value };
    case 'code':
      return { kind, question: value };
    case 'survey':
      return { kind, survey: value };
    case 'voicemail':
      return { kind, box: value };
    case 'hang-up':
      return { kind, cause: 'normal' };
    case 'ivr':
      return { kind, menu: value };
    case 'queue':
      return { kind, queue: value };
    case 'lastcall':
      return { kind, rule: value };
    case 'fw': {
      const { value: number, otherwise } = forwardOf(value);
      return {
        ...(number.startsWith(showsCustomer)
          ? { kind, number: number.slice(showsCustomer.length), showing: 'customer' }
          : { kind, number, showing: 'own' }),
        ...(otherwise !== null && { otherwise: destinationOf(otherwise.type, otherwise.value) }),
      };
    }
    default:
      return kind satisfies never;
  }
}

/** The same of two columns that may be empty. */
export function perhaps(kind: DestinationKind | null, value: string): Destination | null {
  return kind === null ? null : destinationOf(kind, value);
}
