export type * from './board/activity.ts';
export { messageHeard, otpHeard } from './board/activity.ts';
export {
  type Board,
  emptyBoard,
  type LastTalk,
  personOf,
  type TrunkStanding,
  withoutCall,
} from './board/board.ts';
export * from './board/call.ts';
export { type CallLimits, type FraudAlarm, plainLimits } from './board/call-limits.ts';
export type { Command } from './board/command.ts';
export { isDataCommand } from './board/command.ts';
export type * from './board/company-data.ts';
export type * from './board/customer-condition.ts';
export type * from './board/destination.ts';
export type { DestinationClass } from './board/destination-class.ts';
export type * from './board/event.ts';
export { expireLater, expiringIn } from './board/expiry-line.ts';
export type { FeatureCode, FeatureName } from './board/feature-code.ts';
export { numbersKept, withoutNumbers } from './board/known-numbers.ts';
export { isVoiceless, type Person, stranger } from './board/person.ts';
export * from './board/plan.ts';
export { servedAs, type Version, versionOf, versionRecords, versionValues } from './board/plan-version.ts';
export type { Queue, Waiting } from './board/queue.ts';
export type { QueueStay, QueueStep } from './board/queue-day.ts';
export type { Membership } from './board/queue-membership.ts';
export { piecesOf, withMember, withWaiting } from './board/queue-pieces.ts';
export * from './board/queue-plan.ts';
export { type QueueMember, type QueuePlan, queueMember, queuePlan, type StrategyKind } from './board/queue-plan.ts';
export { offShiftAt, type QueueRoster } from './board/queue-roster.ts';
export { secondOfRefusal } from './board/recording-refusal.ts';
export type * from './board/request.ts';
export { type CurrentStatus, isSpent, type StatusSpan, type WorkStatus } from './board/status-span.ts';
export { isTalk } from './board/talk-shares.ts';
export type { Alarm } from './board/usage.ts';
export type * from './board/vocabulary.ts';
export type { WrapUpRule, WrapUpRules } from './board/wrap-up.ts';
export { lookUp } from './lib/look-up.ts';
export {
  changesBetween,
  deleteFrom,
  emptyMap,
  entriesOf,
  getFrom,
  type PersistentMap,
  setIn,
  valuesOf,
} from './lib/persistent-map.ts';
export { type LineFacts, linesPace } from './pacing/lines.ts';
export { type Pace, type PaceFacts, paceOf } from './pacing/pace.ts';
export { changedDay, type DayChanges, noChanges } from './replay/changes.ts';
export type * from './replay/day.ts';
export { erlangALevel, erlangLevel, peopleByErlang, type Traffic } from './replay/erlang.ts';
export { patienceOf, stillWaiting } from './replay/patience.ts';
export { type ExpectedDay, type NeededSlot, peopleNeeded } from './replay/people-needed.ts';
export { type ReplayedDay, replay } from './replay/replay.ts';
export { afterDayMs, replayDayOf, type SeenDay, type SeenLeg, type SeenStay } from './replay/seen-day.ts';
export { type BlockEntry, blockList, withBlocked, withoutBlocked } from './routing/block-list.ts';
export { rowThatFits } from './routing/customer-fit.ts';
export { namePrefixIn } from './routing/rule-settings.ts';
export { doingWords } from './seen/activity-words.ts';
export { type MenuStep, wayThroughMenus } from './seen/menu-path.ts';
export { type ConsultationOfOthers, type OwnConversation, ownConversations } from './seen/own-conversations.ts';
export { type ParkedCall, parkedCalls } from './seen/parked-calls.ts';
export { type QueueView, queueView } from './seen/queue-view.ts';
export { type RangInVain, rangInVain } from './seen/rang-in-vain.ts';
export { type Rehearsal, type RehearsalResult, type RehearsedPhone, rehearse, rehearser } from './seen/rehearsal.ts';
export { type RingingLeg, ringingAt } from './seen/ringing-at.ts';
export { type CallSummary, summaryOf } from './seen/summary.ts';
export { whyNoCalls } from './seen/why-no-calls.ts';
export { isToldAgain } from './step/leg-event.ts';
export { refusalStatus } from './step/outcome.ts';
export { outcomeWords } from './step/outcome-words.ts';
export { type StepResult, step } from './step/step.ts';
export { asCompanySays, type OwnSounds, voiceGroups } from './turn/company-voice.ts';
export { playlistKey } from './turn/hold-music.ts';
export { versionIn } from './turn/plan-versions.ts';
export { promptFiles, systemPrompts } from './turn/prompts.ts';
export { badSoundOf, soundsOtherwise } from './turn/sound.ts';
export { sayDate, sayDay, sayDigits, sayMinutes, sayMoney, sayNumber } from './turn/speech.ts';
export type { Stage } from './turn/turn.ts';
