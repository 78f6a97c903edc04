import { overShareWords, type ProblemBody, type ProblemCode, problems, type ShareName } from '@alo/contract';

type Details = Partial<Pick<ProblemBody, 'fields' | 'used_by' | 'current' | 'message'>> & {
  retryAfterSeconds?: number;
};

/** A refusal that the caller is meant to see. Anything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Details;
  /** Of what the company has all that it may have. */
  readonly share: ShareName | undefined;

  private constructor(code: ProblemCode, details: Details = {}, share?: ShareName) {
    super(details.message ?? problems[code].message);
    this.code = code;
    this.status = problems[code].status;
    this.details = details;
    this.share = share;
  }

  /** The thing, by its table, in whose name the trail has that this was tried: it is no slip of who types. */
  tried: string | undefined;

  /** Has the trail of whoever tried this say so. */
  toldAs(subject: string): this {
    this.tried = subject;
    return this;
  }

  /** Whether the trail of whoever tried this says so by now, or is about to. */
  isInTrail = false;

  /** Whether it names a row that is not there. */
  namesNothing = false;

  /** The request as such is wrong: its query, or a body that is not JSON. */
  static badRequest = (fields: Record<string, string> = {}) => new Problem('invalid_request', { fields });
  static wrongCredentials = (message?: string) =>
    new Problem('wrong_credentials', message === undefined ? {} : { message });
  /** The password was right; `current` says in which companies. */
  static chooseCompany = (current: unknown) => new Problem('choose_company', { current });
  /** The password was right; `current` says what else is asked for. */
  static secondFactorNeeded = (current: unknown) => new Problem('second_factor_needed', { current });
  static secondFactorRequired = () => new Problem('second_factor_required');
  static wrongCode = () => new Problem('wrong_code', { fields: { code: 'Mã xác thực không đúng hoặc đã dùng rồi' } });
  static unauthenticated = () => new Problem('unauthenticated');
  /** Signed in, and still not allowed: without the permission, or in a company without the licence. */
  static refused = (why: 'unauthenticated' | 'forbidden' | 'not_licensed' | 'wrong_network') => new Problem(why);
  /** Who looks as somebody else wanted to change something. */
  static lookOnly = () => new Problem('look_only');
  /** Also what another tenant's row is. */
  static notFound = () => new Problem('not_found');
  /** Somebody else was faster; `current` is the row as it is now. */
  static conflict = (current: unknown) => new Problem('conflict', { current });
  static duplicate = (fields: Record<string, string>) => new Problem('duplicate', { fields });
  static inUse = (usedBy: ProblemBody['used_by']) => new Problem('in_use', { used_by: usedBy });
  /** A draft, or a way back, does not fit what holds by now; the words say where. */
  static draftBroken = (message: string) => new Problem('draft_broken', { message });
  static notInDraft = () => new Problem('not_in_draft');
  /** The company's own sign-in did not let somebody in; the words say why. */
  static providerFailed = (message: string) => new Problem('provider_failed', { message });
  /** The operator has not let strangers make companies. */
  static signUpClosed = () => new Problem('sign_up_closed');
  static deadLink = () => new Problem('dead_link');
  static eventsGone = () => new Problem('events_gone');
  /** The customer to be called refuses advertising; `current` says what is known of it, and whether they may be called all the same. */
  static refusesAdvertising = (message: string, current: unknown) =>
    new Problem('refuses_advertising', { message, current });
  /** Call control did not do what was asked of a conversation; the words say why. */
  static callRefused = (message: string) => new Problem('call_refused', { message });
  /** The company has all that it may have of something that runs out; the words say of what. */
  static overShare = (share: ShareName, message = overShareWords(share)) =>
    new Problem('over_share', { message }, share);
  /** The same request is on its way, or nobody knows what came of it. */
  static requestRunning = () => new Problem('request_running');
  /** The key of one request came with another. */
  static keyReused = () => new Problem('key_reused');
  static tooLarge = () => new Problem('too_large');
  static unsupportedMediaType = () => new Problem('unsupported_media_type');
  /** What was filled in cannot be taken: field name to what is wrong with it, in Vietnamese. */
  static invalid = (fields: Record<string, string>) => new Problem('invalid_input', { fields });
  /** The same, where it names a row that is not there, or is another company's. */
  static noSuchChoice = (fields: Record<string, string>) => {
    const problem = Problem.invalid(fields);
    problem.namesNothing = true;
    return problem;
  };
  /** `share` is of what the company has all that it may have, where that is why. */
  static tooManyRequests = (retryAfterSeconds: number, message?: string, share?: ShareName) =>
    new Problem('too_many_requests', { retryAfterSeconds, ...(message === undefined ? {} : { message }) }, share);
  static internal = () => new Problem('internal');
  static unavailable = (retryAfterSeconds = 1) => new Problem('unavailable', { retryAfterSeconds });

  /** The answer's body. */
  body(requestId: string): ProblemBody {
    const { retryAfterSeconds: _, ...details } = this.details;
    return { fields: {}, used_by: [], ...details, code: this.code, message: this.message, request_id: requestId };
  }
}
