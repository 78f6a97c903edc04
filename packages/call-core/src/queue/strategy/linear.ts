import { type Strategy, sortedCandidates } from './strategy.ts';

/** The list from its top, each time. */
export const linear: Strategy = {
  name: 'lần lượt từ đầu danh sách',
  rings: 'first',
  order: (candidates) => sortedCandidates(candidates),
  because: ({ place }) => `đứng đầu danh sách (thứ ${place + 1}) trong những người rảnh`,
  whyLater: (passed, chosen) => `đứng thứ ${passed.place + 1} trong danh sách, sau máy ${chosen.extension}`,
};
