import { type Strategy, sortedCandidates } from './strategy.ts';

/** All free members ring; the first to answer has the call. */
export const ringAll: Strategy = {
  name: 'đổ chuông tất cả',
  rings: 'all',
  order: (candidates) => sortedCandidates(candidates, ({ place }) => place),
  because: () => 'tất cả người rảnh cùng đổ chuông',
  whyLater: () => 'đang đổ chuông cùng người khác',
};
