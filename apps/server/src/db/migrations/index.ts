import { baseline } from './0001-baseline.ts';
import { historyMarks } from './0002-history-marks.ts';
import { callsToReturn } from './0003-calls-to-return.ts';
import { callOutcomes } from './0004-call-outcomes.ts';
import { carriersHaveOwners } from './0005-carriers-have-owners.ts';
import { signUpSwitch } from './0006-sign-up-switch.ts';
import { sharesOfWork } from './0007-shares-of-work.ts';
import { provedEmails } from './0008-proved-emails.ts';
import { wrapUpRules } from './0009-wrap-up-rules.ts';
import { outcomesOfStrangers } from './0010-outcomes-of-strangers.ts';
import { numbersAreProven } from './0011-numbers-are-proven.ts';
import { signInProvider } from './0012-sign-in-provider.ts';
import { boardActions } from './0013-board-actions.ts';
import { networksOfKeys } from './0014-networks-of-keys.ts';
import { carriersSince } from './0015-carriers-since.ts';
import { peopleFromADirectory } from './0016-people-from-a-directory.ts';
import { notesOfCalls } from './0017-notes-of-calls.ts';
import { sharesOfCompanies } from './0018-shares-of-companies.ts';
import { ldapServer } from './0019-ldap-server.ts';
import { callTags } from './0020-call-tags.ts';
import { lettersAgain } from './0021-letters-again.ts';
import { holdsOfStays } from './0022-holds-of-stays.ts';
import { scriptsOfCalls } from './0023-scripts-of-calls.ts';
import { numbersProvenByCall } from './0024-numbers-proven-by-call.ts';
import { sharesOfWorkAreSet } from './0026-shares-of-work-are-set.ts';
import { sharesAtAGlance } from './0027-shares-at-a-glance.ts';
import { lettersBeforeTheFirstTry } from './0028-letters-before-the-first-try.ts';
import { outcomesOfCampaigns } from './0029-outcomes-of-campaigns.ts';
import { scriptsOfNumbers } from './0030-scripts-of-numbers.ts';
import { secondFactorFromADayOn } from './0031-second-factor-from-a-day-on.ts';
import { startsThatHaveLooked } from './0032-starts-that-have-looked.ts';
import { mannersOfTrunks } from './0033-manners-of-trunks.ts';
import { notesOfStrangers } from './0034-notes-of-strangers.ts';
import { setupsOfPhones } from './0036-setups-of-phones.ts';
import { theOneWhoKnowsThem } from './0037-the-one-who-knows-them.ts';
import { privacyOfTrunks } from './0038-privacy-of-trunks.ts';
import { placesOfProcesses } from './0039-places-of-processes.ts';
import { strangersNotesGoWithTheirNumber } from './0040-strangers-notes-go-with-their-number.ts';
import { sharesOfCarriers } from './0041-shares-of-carriers.ts';
import { pagesWhosePhonesMayCome } from './0043-pages-whose-phones-may-come.ts';
import { rowsOfSetUps } from './0044-rows-of-set-ups.ts';
import { purposesOfCalls } from './0046-purposes-of-calls.ts';
import { callersWhoComeFirst } from './0049-callers-who-come-first.ts';
import { unservedCallsOfPeople } from './0050-unserved-calls-of-people.ts';
import { copiesOfFiles } from './0052-copies-of-files.ts';
import { eventsOfCompanies } from './0053-events-of-companies.ts';
import { projectsCallWithTheirNumbers } from './0054-projects-call-with-their-numbers.ts';
import { conditionsOnCustomers } from './0055-conditions-on-customers.ts';
import { channelsOfCarriers } from './0056-channels-of-carriers.ts';
import { leadersAndPeopleOfPlaces } from './0057-leaders-and-people-of-places.ts';
import { contactsOfCampaigns } from './0058-contacts-of-campaigns.ts';
import { approvalOfCampaigns } from './0059-approval-of-campaigns.ts';
import { codesThatAreAskedAbout } from './0060-codes-that-are-asked-about.ts';
import { targetsOfSurveysAndCustomers } from './0061-targets-of-surveys-and-customers.ts';
import { targetsOfWeeksAndDays } from './0062-targets-of-weeks-and-days.ts';
import { callsThatWereHandedOn } from './0065-calls-that-were-handed-on.ts';
import { voicesOfRecordings } from './0066-voices-of-recordings.ts';
import { whichCallsAreRecorded } from './0067-which-calls-are-recorded.ts';
import { callsAgainOfCampaigns } from './0068-calls-again-of-campaigns.ts';
import { campaignsCallByThemselves } from './0069-campaigns-call-by-themselves.ts';
import { campaignsForesee } from './0070-campaigns-foresee.ts';
import { pagesThatShowThePhone } from './0071-pages-that-show-the-phone.ts';
import { nodesAndPlaces } from './0072-nodes-and-places.ts';
import { sinceWhenTenantsAreHeld } from './0073-since-when-tenants-are-held.ts';
import { scoresOfCalls } from './0075-scores-of-calls.ts';
import { samplesOfCalls } from './0076-samples-of-calls.ts';
import { greetingsAndHoldsOfRecordings } from './0077-greetings-and-holds-of-recordings.ts';
import { whenQueuesWereEntered } from './0078-when-queues-were-entered.ts';
import { surveysByKeys } from './0081-surveys-by-keys.ts';
import { messagesToCustomers } from './0084-messages-to-customers.ts';
import { automationsOfCompanies } from './0085-automations.ts';
import { crmOfTheCompany } from './0088-crm-of-the-company.ts';
import { whoseNumbersCarriersShow } from './0089-whose-numbers-carriers-show.ts';
import { filesOfJobsAreCounted } from './0090-files-of-jobs-are-counted.ts';
import { allRowsAreCounted } from './0091-all-rows-are-counted.ts';
import { lettersOfADay } from './0092-letters-of-a-day.ts';
import { everyShareIsSet } from './0093-every-share-is-set.ts';
import { whereCompaniesAre } from './0096-where-companies-are.ts';
import { whatNodesCarry } from './0097-what-nodes-carry.ts';
import { rosterOfPeople } from './0099-roster-of-people.ts';
import { queuesThatGoByRoster } from './0100-queues-that-go-by-roster.ts';
import { campaignsSayMessages } from './0103-campaigns-say-messages.ts';
import { refusalsByKey } from './0104-refusals-by-key.ts';
import { whoHasCallsToPlace } from './0105-who-has-calls-to-place.ts';
import { surveysByLink } from './0106-surveys-by-link.ts';
import { recordingsAreKeptSmall } from './0107-recordings-are-kept-small.ts';
import { recordingsAreSigned } from './0108-recordings-are-signed.ts';
import { reportsByMail } from './0110-reports-by-mail.ts';
import { linksToReports } from './0111-links-to-reports.ts';
import { whatNetworksSay } from './0113-what-networks-say.ts';
import { machinesThatPickUp } from './0114-machines-that-pick-up.ts';
import { whatIsSentNow } from './0115-what-is-sent-now.ts';
import { linksOfNodes } from './0117-links-of-nodes.ts';
import { customersRefuseRecording } from './0118-customers-refuse-recording.ts';
import { consentsAreProof } from './0120-consents-are-proof.ts';
import { soundOfConsents } from './0121-sound-of-consents.ts';
import { linksToRecordings } from './0122-links-to-recordings.ts';
import { refusalsOfRecording } from './0123-refusals-of-recording.ts';
import { theLedgerIsAskedByNumber } from './0124-the-ledger-is-asked-by-number.ts';
import { commentsOnRecordings } from './0126-comments-on-recordings.ts';
import { wordsOfCalls } from './0127-words-of-calls.ts';
import { statesOfNumbers } from './0129-states-of-numbers.ts';
import { linksToTheBigScreen } from './0131-links-to-the-big-screen.ts';
import { calibrationsOfScorers } from './0133-calibrations-of-scorers.ts';
import { scoresThatWereGivenOn } from './0134-scores-that-were-given-on.ts';
import { voicesOfCompanies } from './0137-voices-of-companies.ts';
import { keysOfFolders } from './0139-keys-of-folders.ts';
import { keysToTryOut } from './0140-keys-to-try-out.ts';
import { customersThatCome } from './0141-customers-that-come.ts';
import { shiftsChangeHands } from './0142-shifts-change-hands.ts';
import { summariesOfCalls } from './0144-summaries-of-calls.ts';
import { refusalsAreCounted } from './0145-refusals-are-counted.ts';
import type { Migration } from './migration.ts';

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  baseline,
  historyMarks,
  callsToReturn,
  callOutcomes,
  carriersHaveOwners,
  signUpSwitch,
  sharesOfWork,
  provedEmails,
  wrapUpRules,
  outcomesOfStrangers,
  numbersAreProven,
  signInProvider,
  boardActions,
  networksOfKeys,
  carriersSince,
  peopleFromADirectory,
  notesOfCalls,
  sharesOfCompanies,
  ldapServer,
  callTags,
  lettersAgain,
  holdsOfStays,
  scriptsOfCalls,
  numbersProvenByCall,
  sharesOfWorkAreSet,
  sharesAtAGlance,
  lettersBeforeTheFirstTry,
  outcomesOfCampaigns,
  scriptsOfNumbers,
  secondFactorFromADayOn,
  startsThatHaveLooked,
  mannersOfTrunks,
  notesOfStrangers,
  theOneWhoKnowsThem,
  placesOfProcesses,
  setupsOfPhones,
  privacyOfTrunks,
  strangersNotesGoWithTheirNumber,
  pagesWhosePhonesMayCome,
  rowsOfSetUps,
  purposesOfCalls,
  sharesOfCarriers,
  callersWhoComeFirst,
  unservedCallsOfPeople,
  channelsOfCarriers,
  contactsOfCampaigns,
  conditionsOnCustomers,
  copiesOfFiles,
  eventsOfCompanies,
  approvalOfCampaigns,
  codesThatAreAskedAbout,
  callsThatWereHandedOn,
  callsAgainOfCampaigns,
  campaignsCallByThemselves,
  voicesOfRecordings,
  campaignsForesee,
  whichCallsAreRecorded,
  pagesThatShowThePhone,
  projectsCallWithTheirNumbers,
  whoseNumbersCarriersShow,
  crmOfTheCompany,
  leadersAndPeopleOfPlaces,
  nodesAndPlaces,
  sinceWhenTenantsAreHeld,
  whenQueuesWereEntered,
  surveysByKeys,
  filesOfJobsAreCounted,
  allRowsAreCounted,
  targetsOfSurveysAndCustomers,
  targetsOfWeeksAndDays,
  scoresOfCalls,
  samplesOfCalls,
  greetingsAndHoldsOfRecordings,
  lettersOfADay,
  messagesToCustomers,
  automationsOfCompanies,
  reportsByMail,
  recordingsAreKeptSmall,
  rosterOfPeople,
  queuesThatGoByRoster,
  whereCompaniesAre,
  whatNodesCarry,
  linksToReports,
  recordingsAreSigned,
  whatNetworksSay,
  machinesThatPickUp,
  campaignsSayMessages,
  refusalsByKey,
  whoHasCallsToPlace,
  surveysByLink,
  everyShareIsSet,
  whatIsSentNow,
  linksToTheBigScreen,
  linksToRecordings,
  keysToTryOut,
  linksOfNodes,
  customersThatCome,
  consentsAreProof,
  soundOfConsents,
  keysOfFolders,
  voicesOfCompanies,
  customersRefuseRecording,
  refusalsOfRecording,
  calibrationsOfScorers,
  scoresThatWereGivenOn,
  commentsOnRecordings,
  wordsOfCalls,
  theLedgerIsAskedByNumber,
  statesOfNumbers,
  refusalsAreCounted,
  summariesOfCalls,
  shiftsChangeHands,
];
