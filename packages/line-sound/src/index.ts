export { type Likeness, likeness, type ReadPrint, readPrint } from './likeness.ts';
export { LineEar, type LineSaid } from './line-ear.ts';
export { MachineEar, type PickedUp } from './machine-ear.ts';
export { type Print, STEP_BYTES, STEP_MS } from './print.ts';
