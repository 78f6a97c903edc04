import type { CustomerRow } from './customer-condition.ts';
import type { Destination } from './destination.ts';
import type { CallId, Instant, LegId } from './vocabulary.ts';

/** A change of the company's data that a person makes by phone. It is kept with the configuration, and the next plan has it. */
export type DataChange =
  | { readonly kind: 'do-not-disturb'; readonly extension: string; readonly on: boolean }
  | {
      readonly kind: 'forward';
      readonly extension: string;
      readonly when: ForwardWhen;
      /** Null is nowhere. */
      readonly to: Destination | null;
    }
  /** A condition that is set by hand; null leaves it to the clock again. */
  | {
      readonly kind: 'override';
      readonly condition: string;
      readonly to: 'match' | 'otherwise' | null;
      readonly by: string;
    }
  | { readonly kind: 'message'; readonly message: string; readonly is: 'heard' | 'deleted'; readonly by: string }
  /** A survey begins in this call, with the party at this number (canonical, '' where it is not known) and after a talk with this extension. */
  | {
      readonly kind: 'survey-asked';
      readonly survey: string;
      readonly call: CallId;
      readonly number: string;
      readonly extension: string | null;
      /** We have called them, to ask. */
      readonly calledFor: boolean;
    }
  /** The last one of them says that the survey has been answered to its end. */
  | {
      readonly kind: 'survey-answer';
      readonly survey: string;
      readonly call: CallId;
      readonly question: string;
      /** The question as it was asked, and the kind of its answers. */
      readonly asked: string;
      readonly answers: string;
      readonly value: number | boolean | string;
      readonly last: boolean;
    }
  /** Whoever was called to hear a message at this number (canonical) has pressed the key by which they refuse such calls, or agree to them. */
  | ({ readonly kind: 'refused-by-key' } & SaidByKey)
  | ({ readonly kind: 'agreed-by-key' } & SaidByKey)
  /** Somebody was told that a customer refuses advertising, and called them all the same. */
  | { readonly kind: 'called-anyway'; readonly extension: string; readonly number: string };

type SaidByKey = {
  readonly call: CallId;
  readonly number: string;
  readonly key: string;
  /** Absent in what was written before it was told. */
  readonly at?: Instant;
};

/** When calls to somebody are forwarded, of what can be set by a phone. */
export type ForwardWhen = 'always' | 'busy' | 'noAnswer';

/** A question about company data that no plan holds. The answer comes as an event (`told`). */
export type DataQuery =
  | {
      readonly kind: 'open-box';
      readonly box: string;
      /** The keys that were typed; null while nothing was asked for. */
      readonly pin: string | null;
      /** The phone is the box's own: a box without a PIN is opened for it. */
      readonly own: boolean;
    }
  /** Whether this is the PIN by which a condition is turned. */
  | { readonly kind: 'prove'; readonly condition: string; readonly pin: string }
  /** The owner of the customer at this number, canonical. */
  | { readonly kind: 'owner'; readonly number: string }
  /** Whether the customer at this number, canonical, refuses advertising, and what `by` may do about it. */
  | { readonly kind: 'refuses'; readonly number: string; readonly by: string }
  /** Which of a condition's rows fits the customer at this number, canonical, first. */
  | {
      readonly kind: 'customer';
      readonly condition: string;
      readonly number: string;
      readonly rows: readonly Pick<CustomerRow, 'id' | 'tests'>[];
    }
  /** What the company's own system says of a code that was typed, in a call to this number of ours. */
  | {
      readonly kind: 'code';
      readonly question: string;
      readonly digits: string;
      readonly call: CallId;
      readonly dialled: string;
    };

/** A message in a voicemail box. */
export type BoxMessage = {
  /** The recording. */
  readonly id: string;
  /** Key in the prompt store. */
  readonly file: string;
  readonly at: Instant;
  readonly heard: boolean;
};

/** The answer to a `DataQuery`. */
export type DataAnswer =
  | { readonly kind: 'box-open'; readonly messages: readonly BoxMessage[] }
  /** `blocked`: it was wrong too often; `closed`: nobody knows such a box, or nobody can say what is in it. */
  | { readonly kind: 'box-shut'; readonly why: 'needs-pin' | 'wrong-pin' | 'blocked' | 'closed' }
  /** `unknown`: there is no such condition, or nobody can say. */
  | { readonly kind: 'proof'; readonly is: 'right' | 'wrong' | 'blocked' | 'unknown' }
  /** By extension; null where nobody does, or nobody can say. */
  | { readonly kind: 'owner'; readonly extension: string | null }
  /** `call`: they do not, it was asked on a screen, or nobody can say; `ask`: the person who calls may call all the same. */
  | { readonly kind: 'refuses'; readonly then: 'call' | 'ask' | 'refuse' }
  /** Null where none does, or nobody can say; `because` is why in words, without anything that is the customer's alone. */
  | { readonly kind: 'customer'; readonly condition: string; readonly row: string | null; readonly because: string }
  /** `again`: the code is wrong; `nothing`: there is no answer that could be gone by. */
  | {
      readonly kind: 'code';
      readonly question: string;
      readonly says:
        | { readonly is: 'go'; readonly to: string }
        | { readonly is: 'again' }
        | { readonly is: 'nothing'; readonly because: string };
    };

/** An answer comes to the leg that asked. */
export type DataAnswerEvent = {
  readonly type: 'told';
  readonly call: CallId;
  readonly leg: LegId;
  readonly told: DataAnswer;
  readonly at: Instant;
};

/** A command to the keeper of company data outside call control: keep a change, or answer a question. */
export type DataCommand =
  | { readonly type: 'keep'; readonly call: CallId; readonly keeping: DataChange }
  | { readonly type: 'ask'; readonly call: CallId; readonly leg: LegId; readonly question: DataQuery };
