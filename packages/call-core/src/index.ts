export type * from './activity/activity.ts';
export { otpHeard } from './activity/activity.ts';
export type { Stage } from './activity/kind.ts';
export { type Board, emptyBoard, type LastTalk, personOf, type TrunkStanding } from './board.ts';
export * from './call.ts';
export type { Command } from './command.ts';
export { isForOffice } from './command.ts';
export type * from './destination.ts';
export type * from './event.ts';
export { fadeLater, inLine } from './fading.ts';
export type { FeatureCode, FeatureName } from './feature/feature.ts';
export { withoutCall } from './forget.ts';
export { doingWords } from './handle.ts';
export { playlistKey } from './hold-music.ts';
export type * from './keeping.ts';
export { type CallLimits, type FraudAlarm, plainLimits } from './limits/call-limits.ts';
export type { DestinationClass } from './limits/destination-class.ts';
export type { Alarm } from './limits/usage.ts';
export { lookUp } from './look-up.ts';
export { type OwnConversation, ownConversations } from './own-conversations.ts';
export {
  changesBetween,
  deleteFrom,
  emptyMap,
  entriesOf,
  getFrom,
  type PersistentMap,
  setIn,
  valuesOf,
} from './persistent-map.ts';
export type { Person } from './person.ts';
export * from './plan.ts';
export { piecesOf, withMember, withWaiting } from './queue/pieces.ts';
export type { Queue, Waiting } from './queue/queue.ts';
export * from './queue/queue-plan.ts';
export { type QueueMember, type QueuePlan, queueMember, queuePlan, type StrategyKind } from './queue/queue-plan.ts';
export { type QueueView, queueView } from './queue/queue-view.ts';
export type { Membership } from './queue/standing.ts';
export type { QueueStay } from './queue/today.ts';
export { whyNoCalls } from './queue/why-no-calls.ts';
export { type Rehearsal, type Rehearsed, type RehearsedPhone, rehearse, rehearser } from './rehearsal.ts';
export type * from './request.ts';
export { type RingingCall, ringingAt } from './ringing-at.ts';
export { type BlockEntry, blockList, withBlocked, withoutBlocked } from './routing/block-list.ts';
export { namePrefixIn } from './routing/by-rule.ts';
export { isTalk } from './shares.ts';
export { badSoundOf, soundsOtherwise } from './sound.ts';
export { spokenFiles, systemPrompts } from './spoken.ts';
export { isSpent, type StatusSpan, type TimeNow, type WorkStatus } from './status-span.ts';
export { type Stepped, step } from './step.ts';
export { type CallSummary, summaryOf } from './summary.ts';
export { servedAs, type Version, versionOf, versionRecords, versionValues } from './version.ts';
export { versionIn } from './versions.ts';
export type * from './vocabulary.ts';
export { type MenuStep, wayThroughMenus } from './way-through-menus.ts';
