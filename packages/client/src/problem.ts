/** What Alô refused, and why; `message` is for people, in Vietnamese. */
export class AloProblem extends Error {
  override readonly name = 'AloProblem';
  readonly status: number;
  readonly code: string;
  /** By field, what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** What it is about: with `conflict` the row as it is now. */
  readonly current: unknown;
  /** To be told to support. */
  readonly requestId: string;

  constructor(status: number, body: unknown) {
    const said = Object(body) as Readonly<Record<string, unknown>>;
    const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '');
    super(text('message') || `HTTP ${status}`);
    this.status = status;
    this.code = text('code');
    this.fields = Object(said['fields']) as Readonly<Record<string, string>>; // texts by field, in every refusal
    this.current = said['current'];
    this.requestId = text('request_id');
  }
}
