import {
  type Dialog,
  dialogOfCaller,
  type Header,
  header,
  type Request,
  type Response,
  requestInDialog,
} from '@alo/sip';

/** What a test phone hears of somebody that it asked about. */
export class PhoneSubscription {
  readonly callId: string;
  /** The last answer to a SUBSCRIBE. */
  response: Response | undefined;
  dialog: Dialog | undefined;
  readonly #send: (request: Request) => Promise<Response>;
  readonly #unread: Request[] = [];
  readonly #waiting: ((notify: Request) => void)[] = [];

  constructor(callId: string, send: (request: Request) => Promise<Response>) {
    this.callId = callId;
    this.#send = send;
  }

  answered(request: Request, response: Response): void {
    this.response = response;
    this.dialog ??= dialogOfCaller(request, response);
  }

  /** How many nobody has read. */
  get unread(): number {
    return this.#unread.length;
  }

  notified(notify: Request): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#unread.push(notify);
    else waiting(notify);
  }

  /** The next NOTIFY: its state, and what it says. */
  async next(): Promise<{ readonly state: string; readonly body: string }> {
    const notify = this.#unread.shift() ?? (await new Promise<Request>((resolve) => this.#waiting.push(resolve)));
    return {
      state: header(notify, 'subscription-state') ?? '',
      body: new TextDecoder().decode(notify.body),
    };
  }

  /** Asks for so many seconds more; 0 to hear no more. */
  async refresh(seconds: number, headers: readonly Header[]): Promise<number> {
    if (this.dialog === undefined) throw new Error('there is no subscription');
    const { dialog, request } = requestInDialog(this.dialog, 'SUBSCRIBE', {
      headers: [...headers, { name: 'expires', value: String(seconds) }],
    });
    this.dialog = dialog;
    return (await this.#send(request)).status;
  }
}
