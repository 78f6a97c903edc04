export type * from './call.ts';
export type * from './event.ts';
export { deleteFrom, emptyMap, entriesOf, getFrom, type PersistentMap, setIn, valuesOf } from './persistent-map.ts';
export * from './plan.ts';
export { step } from './step.ts';
export { type CallSummary, summaryOf } from './summary.ts';
export { emptySwitchboard, type Phone, phoneOf, type Switchboard } from './switchboard.ts';
export type * from './vocabulary.ts';
