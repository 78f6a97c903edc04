// One part of the console: two views of the same rows that came each by itself would make what they share everybody's.
export { default as lines } from './lines.tsx';
export { default as subscribers } from './subscribers.tsx';
