export { type Abilities, checkRequest, nextMaxForwards } from './dialog/check-request.ts';
export {
  ackFor,
  type Dialog,
  dialogKey,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  type InDialog,
  type InDialogParts,
  nextHop,
  proofsIn,
  receiveInDialog,
  refreshTarget,
  requestInDialog,
} from './dialog/dialog.ts';
export { waitAfterGlare } from './dialog/glare.ts';
export { acknowledgedNumber, rackOf, reliableNumber, reliably } from './dialog/reliable.ts';
export { findReplaced, formatReplaces, parseReplaces, type Replaces, type ReplacesResult } from './dialog/replaces.ts';
export {
  answerSessionTimer,
  lengthened,
  refreshAfterMs,
  refreshHeaders,
  type SessionTimer,
  type TimerAnswer,
  timerOfAnswer,
} from './dialog/session-timer.ts';
export { answerChallenge, type DigestIdentity } from './digest/digest-client.ts';
export { ha1 } from './digest/digest-response.ts';
export {
  createDigestServer,
  type DigestQuestion,
  type DigestSecret,
  type DigestServer,
  type DigestServerOptions,
  type DigestVerdict,
} from './digest/digest-server.ts';
export type { Algorithm } from './digest/hashes.ts';
export { randomNumber, randomToken } from './digest/hashes.ts';
export {
  type EndpointOptions,
  type IncomingRequest,
  type IncomingWatch,
  type OutgoingRequest,
  type OutgoingWatch,
  type SipClock,
  SipEndpoint,
} from './endpoint/endpoint.ts';
export { type BodyPart, bodyOf } from './message/bodies.ts';
export { callIdIn } from './message/glimpse.ts';
export { type Header, type Message, NO_BODY, type Request, type Response } from './message/message.ts';
export { formatNameAddr, type NameAddr, parseNameAddr } from './message/name-addr.ts';
export { newRequest, type RequestParts, type ResponseParts, responseTo } from './message/new-message.ts';
export { numberInHeader, numberOf, type UriNumber } from './message/number.ts';
export { type ParseLimits, type ParseResult, parseMessage } from './message/parse-message.ts';
export {
  type CSeq,
  callIdOf,
  contact,
  contacts,
  contentType,
  cseq,
  from,
  fromTag,
  header,
  headerList,
  headerNumber,
  optionTags,
  to,
  topVia,
  toTag,
} from './message/read-headers.ts';
export { reasonPhrase } from './message/reason-phrases.ts';
export { serializeMessage } from './message/serialize-message.ts';
export {
  escapeUser,
  type OtherUri,
  parseSipUri,
  parseUri,
  type SipUri,
  sameUri,
  type TelUri,
  type Uri,
  userOf,
} from './message/uri.ts';
export type { Via } from './message/via.ts';
export {
  type Binding,
  createRegistrar,
  newBinding,
  type RegisterResult,
  type Registrar,
  type RegistrarOptions,
  type RegistrationChange,
} from './registrar/registrar.ts';
export { createSipStack, DEFAULT_TIMERS } from './transaction/sip-stack.ts';
export type {
  ClientTransactionId,
  ServerTransactionId,
  SipStack,
  SipStackOptions,
  StackCounts,
  StackOutput,
  TimerValues,
} from './transaction/stack-api.ts';
export { type Flow, type Transport, udpFlow } from './transport/flow.ts';
