import { type Strategy, sortedCandidates } from './strategy.ts';

/** The person who answered fewest calls today; of equals the one idle for longest. */
export const fewestCalls: Strategy = {
  name: 'ít cuộc gọi nhất',
  rings: 'first',
  order: (candidates) =>
    sortedCandidates(
      candidates,
      ({ callsToday }) => callsToday,
      ({ idleSince }) => idleSince,
    ),
  because: ({ callsToday }) => `ít cuộc gọi nhất hôm nay: ${callsToday}`,
  whyLater: (passed, chosen) =>
    passed.callsToday === chosen.callsToday
      ? `cùng ${passed.callsToday} cuộc hôm nay nhưng rảnh sau máy ${chosen.extension}`
      : `hôm nay đã ${passed.callsToday} cuộc, máy ${chosen.extension} mới ${chosen.callsToday} cuộc`,
};
