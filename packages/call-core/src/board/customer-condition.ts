import type { Destination } from './destination.ts';

/** How a field of the company's own is compared. */
export type OwnComparison = 'is' | 'more' | 'less' | 'contains';

/** What is asked of a customer. All but `known` hold of nobody whom the company does not know. */
export type CustomerTest =
  | { readonly kind: 'known'; readonly is: boolean }
  /** By the row's id. */
  | { readonly kind: 'status' | 'project' | 'source' | 'outcome' | 'team'; readonly is: string }
  /** Somebody looks after them, or nobody does. */
  | { readonly kind: 'owner'; readonly is: boolean }
  /** A field of the company's own, by its id. */
  | { readonly kind: 'own'; readonly field: string; readonly how: OwnComparison; readonly value: string }
  /** Something is still to be done for them, or its time is over, or nothing is. */
  | { readonly kind: 'task'; readonly is: 'open' | 'overdue' | 'none' };

/** A kind of customer, known by tests that all hold, and where such go. */
export type CustomerRow = {
  readonly id: string;
  readonly name: string;
  readonly tests: readonly CustomerTest[];
  readonly to: Destination;
  /** In queues that they come to from here on; null leaves it as it was. */
  readonly priority: number | null;
};

/** Ways by what the company knows of a customer: that of the first row that fits. */
export type CustomerCondition = {
  readonly name: string;
  readonly rows: readonly CustomerRow[];
  /** Where no row fits, or nobody can say in time. */
  readonly otherwise: Destination;
};

/** What a company knows of a customer, as far as calls are led by it. */
export type CustomerFacts = {
  /** By their ids; null where there is none. */
  readonly [Kind in 'status' | 'project' | 'source' | 'outcome' | 'team' | 'owner']: string | null;
} & {
  readonly tasks: { readonly open: number; readonly overdue: number };
  readonly own: Readonly<Record<string, unknown>>;
};
