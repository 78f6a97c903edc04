import { type Strategy, sortedCandidates } from './strategy.ts';

/** Everybody who is free rings; whoever answers first has the call. */
export const ringAll: Strategy = {
  name: 'đổ chuông tất cả',
  rings: 'all',
  order: (candidates) => sortedCandidates(candidates, ({ place }) => place),
  because: () => 'tất cả người rảnh cùng đổ chuông',
  whyLater: () => 'đang đổ chuông cùng người khác',
};
