/** Answers to what is asked at a path of the company's API, with the body that was sent. */
export type Answers = Readonly<Record<string, (asked: { url: URL; body: unknown }) => unknown>>;

/** What a played server answers in place of a body: a refusal. */
export class Refusal {
  readonly status: number;
  readonly problem: object;
  constructor(status: number, problem: object = {}) {
    this.status = status;
    this.problem = problem;
  }
}

/** A server that is played by functions, by method and path (`GET /my-calls`); what it has no answer to is not found. */
export function playedServer(answers: Answers): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const path = url.pathname.replace(/^\/(api\/demo|telephony)/, '');
    const answer = answers[`${init?.method ?? 'GET'} ${path}`];
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const said = answer === undefined ? new Refusal(404) : answer({ url, body });
    return said instanceof Refusal
      ? new Response(JSON.stringify(said.problem), { status: said.status })
      : new Response(JSON.stringify(said));
  };
}
