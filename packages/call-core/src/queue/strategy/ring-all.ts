import { type Strategy, sortedBy } from './strategy.ts';

/** Everybody who is free rings; whoever answers first has the call. */
export const ringAll: Strategy = {
  name: 'đổ chuông tất cả',
  rings: 'all',
  order: (candidates) => sortedBy(candidates, ({ place }) => place),
  because: () => 'tất cả người rảnh cùng đổ chuông',
  whyLater: () => 'đang đổ chuông cùng người khác',
};
