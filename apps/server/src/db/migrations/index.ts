import { identityAndOrganisation } from './0001-identity-and-organisation.ts';
import { telephonyAndCalls } from './0002-telephony-and-calls.ts';
import { callSearch } from './0003-call-search.ts';
import { dataScope } from './0010-data-scope.ts';
import { namesAlike } from './0011-names-alike.ts';
import { dataSource } from './0012-data-source.ts';
import { project } from './0013-project.ts';
import { foreignKeyIndexes } from './0014-foreign-key-indexes.ts';
import { telephonyNamesAlike } from './0015-telephony-names-alike.ts';
import { jobs } from './0020-jobs.ts';
import { severalProcesses } from './0021-several-processes.ts';
import { imports } from './0022-imports.ts';
import { savedView } from './0030-saved-view.ts';
import { processLease } from './0040-process-lease.ts';
import { segments } from './0041-segments.ts';
import { queuesAndMenus } from './0042-queues-and-menus.ts';
import { resourceSearch } from './0050-resource-search.ts';
import { callbackStatus } from './0063-callback-status.ts';
import { refusedCalls } from './0070-refused-calls.ts';
import { deepPages } from './0072-deep-pages.ts';
import { searchAmongAMillion } from './0073-search-among-a-million.ts';
import { callSums } from './0074-call-sums.ts';
import { monthsOfEveryLog } from './0075-months-of-every-log.ts';
import { bulk } from './0078-bulk.ts';
import { telephonyQuestions } from './0079-telephony-questions.ts';
import { administeredRoles } from './0080-roles.ts';
import { callsByLength } from './0085-calls-by-length.ts';
import { trunks } from './0090-trunks.ts';
import { numbersOnce } from './0091-numbers-once.ts';
import { callLimits } from './0092-call-limits.ts';
import { devices } from './0100-devices.ts';
import { messagesOfABox } from './0101-messages-of-a-box.ts';
import { oneUseLinks } from './0110-one-use-links.ts';
import { accounts } from './0111-accounts.ts';
import { profileStatuses } from './0112-profile-statuses.ts';
import { dataSourceKinds } from './0113-data-source-kinds.ts';
import { signInLimits } from './0120-sign-in-limits.ts';
import { secondFactor } from './0121-second-factor.ts';
import { auditChain } from './0122-audit-chain.ts';
import { companySettings } from './0123-company-settings.ts';
import { numberLookups } from './0130-number-lookups.ts';
import { integrators } from './0131-integrators.ts';
import { retention } from './0132-retention.ts';
import { searchBySample } from './0145-search-by-sample.ts';
import { nearerCuts } from './0146-nearer-cuts.ts';
import { callsBetween } from './0147-calls-between.ts';
import { devicesByTls } from './0150-devices-by-tls.ts';
import { looks } from './0155-looks.ts';
import { settingsObeyed } from './0156-settings-obeyed.ts';
import { operators } from './0157-operators.ts';
import { auditAnchor } from './0160-audit-anchor.ts';
import { notificationRules } from './0161-notification-rules.ts';
import { changedSince } from './0162-changed-since.ts';
import { customers } from './0165-customers.ts';
import { dispositions } from './0166-dispositions.ts';
import { customerMerges } from './0167-customer-merges.ts';
import { keysByIndex } from './0168-keys-by-index.ts';
import { waitsSummed } from './0185-waits-summed.ts';
import { customerFields } from './0190-customer-fields.ts';
import { sheetSyncs } from './0191-sheet-syncs.ts';
import { personalData } from './0192-personal-data.ts';
import { mergesMoveAll } from './0193-merges-move-all.ts';
import { whoIsCalling } from './0200-who-is-calling.ts';
import { serviceNumbers } from './0201-service-numbers.ts';
import { tasks } from './0202-tasks.ts';
import { zaloNumbers } from './0203-zalo-numbers.ts';
import { destinations } from './0210-destinations.ts';
import { extensionsAndRules } from './0211-extensions-and-rules.ts';
import { timeGroups } from './0220-time-groups.ts';
import { menusAndAudio } from './0221-menus-and-audio.ts';
import { forgottenRecordings } from './0230-forgotten-recordings.ts';
import { lastContacts } from './0250-last-contacts.ts';
import { auditForgets } from './0251-audit-forgets.ts';
import { sheetKeys } from './0252-sheet-keys.ts';
import { numberSums } from './0253-number-sums.ts';
import { customersFound } from './0254-customers-found.ts';
import { blockListChanges } from './0260-block-list-changes.ts';
import { brokenParts } from './0261-broken-parts.ts';
import { queuesByForm } from './0262-queues-by-form.ts';
import { ruleChanges } from './0263-rule-changes.ts';
import { routingVersions } from './0270-routing-versions.ts';
import { routingReplays } from './0271-routing-replays.ts';
import { codesAndPrompts } from './0280-codes-and-prompts.ts';
import { boxesByPhone } from './0281-boxes-by-phone.ts';
import { density } from './0300-density.ts';
import { openPromises } from './0305-open-promises.ts';
import { numbersInline } from './0306-numbers-inline.ts';
import { rulesHaveMore } from './0320-rules-have-more.ts';
import { conditionsByPin } from './0321-conditions-by-pin.ts';
import { rulesFoundByName } from './0322-rules-found-by-name.ts';
import { namePrefixes } from './0330-name-prefixes.ts';
import { signInsMeet } from './0331-sign-ins-meet.ts';
import { groupsByForm } from './0332-groups-by-form.ts';
import { blocksByForm } from './0333-blocks-by-form.ts';
import { rulesCounted } from './0334-rules-counted.ts';
import { minutesLimited } from './0335-minutes-limited.ts';
import { musicOfSeveral } from './0336-music-of-several.ts';
import { queuesKnowOwners } from './0337-queues-know-owners.ts';
import { boxesThank } from './0338-boxes-thank.ts';
import { campaigns } from './0340-campaigns.ts';
import { surveys } from './0341-surveys.ts';
import { freeTriesAreOpen } from './0342-free-tries-are-open.ts';
import { signedInByIndex } from './0343-signed-in-by-index.ts';
import { jobsOfKeys } from './0350-jobs-of-keys.ts';
import { branchesAreRights } from './0351-branches-are-rights.ts';
import { filesKnowRights } from './0352-files-know-rights.ts';
import { supervisionIsLicensed } from './0370-supervision-is-licensed.ts';
import { kpis } from './0372-kpis.ts';
import { callsKnowTrunks } from './0374-calls-know-trunks.ts';
import { partySums } from './0375-party-sums.ts';
import { voiceOtp } from './0378-voice-otp.ts';
import { rightsToNewScreens } from './0384-rights-to-new-screens.ts';
import { recordingSums } from './0385-recording-sums.ts';
import { reachedStays } from './0386-reached-stays.ts';
import { everyTenant } from './0387-every-tenant.ts';
import { queueStays } from './0394-queue-stays.ts';
import { limitsHaveVersions } from './0399-limits-have-versions.ts';
import { callsKnowOutcomes } from './0400-calls-know-outcomes.ts';
import { heardIsKept } from './0401-heard-is-kept.ts';
import { preferences } from './0403-preferences.ts';
import { mergesByCard } from './0404-merges-by-card.ts';
import { refusedRecordings } from './0406-refused-recordings.ts';
import { sharesOfTalk } from './0410-shares-of-talk.ts';
import { extensionsHaveHolders } from './0411-extensions-have-holders.ts';
import { statusSpans } from './0420-status-spans.ts';
import { rightsToStatusTimes } from './0421-rights-to-status-times.ts';
import { oneServiceLevel } from './0422-one-service-level.ts';
import { refusalsAreAskedAbout } from './0430-refusals-are-asked-about.ts';
import { blockedNumbersAreHidden } from './0431-blocked-numbers-are-hidden.ts';
import { forwardsLeadOn } from './0432-forwards-lead-on.ts';
import { callsKnowTheirSound } from './0440-calls-know-their-sound.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  identityAndOrganisation,
  telephonyAndCalls,
  callSearch,
  dataScope,
  namesAlike,
  dataSource,
  project,
  foreignKeyIndexes,
  telephonyNamesAlike,
  jobs,
  severalProcesses,
  imports,
  savedView,
  processLease,
  segments,
  queuesAndMenus,
  resourceSearch,
  callbackStatus,
  deepPages,
  searchAmongAMillion,
  callSums,
  monthsOfEveryLog,
  bulk,
  telephonyQuestions,
  administeredRoles,
  refusedCalls,
  callsByLength,
  numberLookups,
  integrators,
  oneUseLinks,
  accounts,
  profileStatuses,
  signInLimits,
  secondFactor,
  auditChain,
  companySettings,
  dataSourceKinds,
  devices,
  trunks,
  numbersOnce,
  messagesOfABox,
  callLimits,
  retention,
  searchBySample,
  nearerCuts,
  callsBetween,
  devicesByTls,
  looks,
  settingsObeyed,
  operators,
  auditAnchor,
  notificationRules,
  changedSince,
  customers,
  dispositions,
  customerMerges,
  keysByIndex,
  waitsSummed,
  customerFields,
  sheetSyncs,
  personalData,
  mergesMoveAll,
  whoIsCalling,
  serviceNumbers,
  tasks,
  zaloNumbers,
  destinations,
  extensionsAndRules,
  timeGroups,
  menusAndAudio,
  forgottenRecordings,
  lastContacts,
  auditForgets,
  sheetKeys,
  numberSums,
  customersFound,
  blockListChanges,
  brokenParts,
  queuesByForm,
  ruleChanges,
  routingVersions,
  routingReplays,
  codesAndPrompts,
  boxesByPhone,
  density,
  openPromises,
  numbersInline,
  rulesHaveMore,
  conditionsByPin,
  rulesFoundByName,
  namePrefixes,
  signInsMeet,
  groupsByForm,
  blocksByForm,
  rulesCounted,
  minutesLimited,
  musicOfSeveral,
  queuesKnowOwners,
  boxesThank,
  campaigns,
  surveys,
  freeTriesAreOpen,
  signedInByIndex,
  jobsOfKeys,
  branchesAreRights,
  filesKnowRights,
  supervisionIsLicensed,
  kpis,
  callsKnowTrunks,
  partySums,
  voiceOtp,
  rightsToNewScreens,
  recordingSums,
  reachedStays,
  everyTenant,
  queueStays,
  limitsHaveVersions,
  callsKnowOutcomes,
  heardIsKept,
  preferences,
  mergesByCard,
  refusedRecordings,
  sharesOfTalk,
  extensionsHaveHolders,
  statusSpans,
  rightsToStatusTimes,
  oneServiceLevel,
  refusalsAreAskedAbout,
  blockedNumbersAreHidden,
  forwardsLeadOn,
  callsKnowTheirSound,
];
