// One part of the console: two views of the same rows that came each by itself would make what they share everybody's.
export { default as hotlines } from './hotlines.tsx';
export { default as numbers } from './numbers.tsx';
